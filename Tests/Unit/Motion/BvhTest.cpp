#include "Offline/Character/Motion/Bvh.h"

#include <gtest/gtest.h>

#include "Offline/Error.h"

namespace sinew::motion {
namespace {

// Two joints and an End Site; `rows` follow the header.
std::string file(const std::string& channels, const std::string& motion) {
    return "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n  CHANNELS 3 Zrotation Yrotation Xrotation\n  JOINT "
           "Left Arm\n  {\n"
           "    OFFSET 1 2 3\n    " +
           channels + "\n    End Site\n    {\n      OFFSET 0 1 0\n    }\n  }\n}\nMOTION\n" + motion;
}

struct Refusal {
    std::string what, remedy;
};

Refusal refusal(const std::string& text) {
    try {
        parseBvh(text, "m.bvh");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::BadInput);
        return {error.what(), error.remedy()};
    }
    ADD_FAILURE() << "not refused:\n" << text;
    return {};
}

void expectRefused(const std::string& text, const std::vector<std::string>& parts) {
    const Refusal refused = refusal(text);
    ASSERT_FALSE(refused.remedy.empty()) << refused.what;
    const bool sentence =
        std::isupper(static_cast<unsigned char>(refused.remedy.front())) != 0 && refused.remedy.back() == '.';
    EXPECT_TRUE(sentence) << refused.remedy;
    for (const std::string& part : parts) {
        EXPECT_NE(refused.what.find(part), std::string::npos)
            << "\"" << part << "\" is not in: " << refused.what;
    }
}

const std::string kThree = "CHANNELS 3 Xrotation Yrotation Zrotation";

TEST(Bvh, ReadsHierarchyChannelsAndRows) {
    const Bvh bvh =
        parseBvh(file(kThree, "Frames: 2\nFrame Time: .5\n1 2 3 4 5 6\n7 8 9 10 11 12\n"), "m.bvh");
    ASSERT_EQ(bvh.joints.size(), 3u);
    EXPECT_EQ(bvh.joints[1].name, "Left Arm");  // names may contain spaces
    EXPECT_EQ(bvh.joints[1].parent, 0);
    EXPECT_EQ(bvh.joints[1].offset, (Vec3d{1, 2, 3}));
    EXPECT_EQ(bvh.joints[1].firstChannel, 3u);
    EXPECT_EQ(bvh.joints[0].channels[0], BvhChannel::Zrotation);
    EXPECT_TRUE(bvh.joints[2].endSite);
    EXPECT_EQ(bvh.joints[2].parent, 1);
    EXPECT_EQ(bvh.frames, 2u);
    EXPECT_EQ(bvh.frameTime, 0.5);
    EXPECT_EQ(bvh.value(1, 4), 11.0);
}

TEST(Bvh, WindowsLineEndsCommentsAndOddSpacesChangeNothing) {
    const Bvh plain = parseBvh(file(kThree, "Frames: 1\nFrame Time: 0.5\n1 2 3 4 5 6\n"), "m.bvh");
    const std::string odd =
        "\xEF\xBB\xBF# made by hand\r\nhierarchy\r\nROOT  Hips   // the pelvis\r\n{ OFFSET 0\t0 0 CHANNELS 3 "
        "zrotation "
        "YROTATION Xrotation\r\n\r\nJOINT Left Arm{OFFSET +1 2.0 3e0\r\nCHANNELS 3 Xrotation Yrotation "
        "Zrotation End Site "
        "{ OFFSET 0 1 0 } } }\r\nMOTION\r\nFrames:1\r\nFrame  Time :\t0.5\r\n\t1 2 3 4 5 6  \r\n\r\n";
    const Bvh bvh = parseBvh(odd, "m.bvh");
    EXPECT_EQ(bvh.values, plain.values);
    EXPECT_EQ(bvh.frameTime, plain.frameTime);
    ASSERT_EQ(bvh.joints.size(), plain.joints.size());
    for (std::size_t j = 0; j < bvh.joints.size(); ++j) {
        EXPECT_EQ(bvh.joints[j].name, plain.joints[j].name);
        EXPECT_EQ(bvh.joints[j].parent, plain.joints[j].parent);
        EXPECT_EQ(bvh.joints[j].offset, plain.joints[j].offset);
        EXPECT_EQ(bvh.joints[j].channels, plain.joints[j].channels);
    }
}

TEST(Bvh, RowsWrappedOverLinesAreReadWhenTheTotalFits) {
    const Bvh bvh =
        parseBvh(file(kThree, "Frames: 2\nFrame Time: 1\n1 2 3\n4 5 6\n7 8 9\n10 11 12\n"), "m.bvh");
    EXPECT_EQ(bvh.value(1, 0), 7.0);
}

TEST(Bvh, RowsOfTheWrongLengthAreRefusedByLineAndJoint) {
    expectRefused(file(kThree, "Frames: 2\nFrame Time: 1\n1 2 3 4 5 6\n1 2 3 4\n"),
                  {"m.bvh", "line 20", "4 values", "6 channels", "channel 2 of joint \"Left Arm\""});
    expectRefused(file(kThree, "Frames: 2\nFrame Time: 1\n1 2 3 4 5 6 7\n1 2 3 4 5 6\n"),
                  {"line 19", "7 values"});
    expectRefused(file(kThree, "Frames: 3\nFrame Time: 1\n1 2 3 4 5 6\n1 2 3 4 5 6\n"),
                  {"line 20", "2 rows"});
    expectRefused(file(kThree, "Frames: 1\nFrame Time: 1\n1 2 3 4 5 6\n1 2 3 4 5 6\n"),
                  {"line 20", "2 rows"});
}

TEST(Bvh, NumbersThatAreNoneAreRefusedByLineAndJoint) {
    const std::string head = "Frames: 1\nFrame Time: 1\n";
    expectRefused(file(kThree, head + "1 2 3 nan 5 6\n"),
                  {"line 19", "channel 1 of joint \"Left Arm\"", "nan"});
    expectRefused(file(kThree, head + "1 2 3 4 5 inf\n"), {"line 19", "channel 3 of joint \"Left Arm\""});
    expectRefused(file(kThree, head + "1 2,5 3 4 5 6\n"), {"line 19", "channel 2 of joint \"Hips\"", "2,5"});
    expectRefused(file(kThree, head + "1e200 2 3 4 5 6\n"), {"line 19", "1e200"});
    expectRefused("HIERARCHY\nROOT A\n{\nOFFSET 0 nan 0\n", {"line 4", "OFFSET", "\"A\""});
}

TEST(Bvh, CountsThatTheFileCannotHoldAreRefused) {
    for (const char* frames : {"0", "-4", "1.5", "x", "nan", "1e999", ""}) {
        refusal(file(kThree, std::string("Frames: ") + frames + "\nFrame Time: 1\n1 2 3 4 5 6\n"));
    }
    expectRefused(file(kThree, "Frames: 999999999999\nFrame Time: 1\n1 2 3 4 5 6\n"),
                  {"line 17", "999999999999"});
    for (const char* time : {"0", "-1", "nan", "1e9", "abc"}) {
        expectRefused(file(kThree, std::string("Frames: 1\nFrame Time: ") + time + "\n1 2 3 4 5 6\n"),
                      {"line 18"});
    }
}

TEST(Bvh, BrokenHierarchiesAreRefused) {
    const std::string motion = "Frames: 1\nFrame Time: 1\n1 2 3 4 5 6\n";
    expectRefused(file("CHANNELS 4 Xrotation Yrotation Zrotation", motion), {"line 10", "\"Left Arm\""});
    expectRefused(file("CHANNELS 2 Xrotation Xrotation", motion), {"line 9", "twice", "\"Left Arm\""});
    expectRefused(file("CHANNELS 99999999 Xrotation", motion), {"line 9", "0 to 9"});
    expectRefused(file("CHANNELS 3 Xrotation Yrotation Wrotation", motion), {"Wrotation"});
    expectRefused("", {"HIERARCHY"});
    expectRefused("HIERARCHY\nMOTION\nFrames: 1\nFrame Time: 1\n", {"ROOT"});
    expectRefused("HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nMOTION\n", {"line 5", "\"A\"", "MOTION"});
    expectRefused("HIERARCHY\nROOT A\n{\nEnd Site\n{\nJOINT B\n{\n", {"line 6", "End Site"});
    expectRefused("HIERARCHY\nROOT\n{\n}\n", {"a joint has no name"});
    expectRefused("HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n", {"CHANNELS"});
}

TEST(Bvh, EveryTruncationIsRefused) {
    const std::string whole = file(kThree, "Frames: 2\nFrame Time: 0.5\n1 2 3 4 5 6\n7 8 9 10 11 12\n");
    ASSERT_NO_THROW(parseBvh(whole, "m.bvh"));
    // The last number may lose digits and the line its end without anyone being able to tell.
    for (std::size_t size = 0; size + 3 < whole.size(); ++size) {
        EXPECT_THROW(parseBvh(std::string(whole, 0, size), "m.bvh"), Error) << size;
    }
}

}  // namespace
}  // namespace sinew::motion
