#include "Offline/Files.h"

#include <gtest/gtest.h>

#include <functional>

#include "Offline/Error.h"

namespace sinew {
namespace {

class Files : public testing::Test {
  protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() /
            ("sinew-files-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::recursive_directory_iterator(folder_),
                                                      std::filesystem::recursive_directory_iterator()));
    }

    std::filesystem::path folder_;
};

ErrorKind kindOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
        return error.kind();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorKind::Failed;
}

TEST_F(Files, WhatIsWrittenIsReadBackAndNothingElseIsLeft) {
    const std::string bytes("a\0b\r\n", 5);
    writeFileAtomically(folder_ / "new" / "file", bytes);
    EXPECT_EQ(readFile(folder_ / "new" / "file"), bytes);
    EXPECT_EQ(count(), 2u);  // the folder and the file
}

TEST_F(Files, AFailedWriteLeavesTheOldFileAndNoPart) {
    std::filesystem::create_directories(folder_ / "taken" / "inside");
    EXPECT_EQ(kindOf([&] { writeFileAtomically(folder_ / "taken", "new"); }), ErrorKind::Io);
    EXPECT_EQ(count(), 2u);
}

TEST_F(Files, WhatCannotBeWrittenIsKnownBeforeAndAskingLeavesNothing) {
    requireWritable(folder_ / "new" / "deep" / "file");
    requireWritable(folder_ / "file");
    EXPECT_EQ(count(), 0u);
    writeFileAtomically(folder_ / "file", "x");
    EXPECT_EQ(kindOf([&] { requireWritable(folder_ / "file" / "below"); }), ErrorKind::Io);
    EXPECT_EQ(kindOf([&] { requireWritable(folder_); }), ErrorKind::Io);
    EXPECT_EQ(count(), 1u);
}

TEST_F(Files, ExtensionsAreComparedInLowerCase) {
    EXPECT_EQ(lowerExtension("a/Hero.GLB"), ".glb");
    EXPECT_EQ(lowerExtension("a.b/hero"), "");
}

TEST_F(Files, MissingFilesAndFoldersAreToldApart) {
    EXPECT_EQ(kindOf([&] { readFile(folder_ / "missing"); }), ErrorKind::Io);
    EXPECT_EQ(kindOf([&] { readFile(folder_); }), ErrorKind::Io);
}

}  // namespace
}  // namespace sinew
