// Small motion files of every kind for the BVH fuzzer to start from.
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path dir = std::filesystem::absolute(argv[1]);
    std::filesystem::create_directories(dir);
    const std::string joint = "OFFSET 0 1 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n";
    const std::string root =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation "
        "Xrotation\n";
    const std::string end = "End Site\n{\nOFFSET 0 1 0\n}\n";
    const std::array<std::string, 3> seeds{
        root + end + "}\nMOTION\nFrames: 1\nFrame Time: .04\n1 2 3 4 5 6\n",
        root + "JOINT LeftFoot\n{\n" + joint + end + "}\nJOINT Head\n{\n" + joint +
            "}\n}\nMOTION\nFrames: 3\nFrame Time: 0.0083\n0 0 0 0 0 0 0 0 0 0 0 0\n1 2 3 40 50 60 70 80 -190 "
            "0 1 "
            "2\n1 2 3 40 50 60 70 80 179 1e1 -.5 +3\n",
        "# comment\r\n" + root +
            "JOINT Left Arm{OFFSET 1 0 0 CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation "
            "Zrotation}\r\n}\r\nMOTION\r\nFrames:1\r\nFrame Time:1\r\n1 2 3 4 5 6 0 0 0 1 2 3\r\n",
    };
    std::string list;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const std::filesystem::path path = dir / (std::to_string(i) + ".bvh");
        if (!(std::ofstream(path, std::ios::binary) << seeds[i])) return 5;
        list += (list.empty() ? "" : ",") + path.string();
    }
    return (std::ofstream(dir / "list") << list) ? 0 : 5;
}
