"""Installs the runtime alone, moves the installed folder and uses it as others would: by find_package and by pkg-config. Then spoils
copies of it, to show that every check can fail.

usage: installed_package.py CMAKE NM C_COMPILER CXX_COMPILER SOURCE SAMPLE_ASSET LIMB_ASSET
"""
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = ("minimal", "threads", "colliders")
# Packages that the runtime must not need. Whoever looks for one of them in a configuration of the runtime alone fails.
UNNEEDED = ("GTest", "benchmark", "TBB", "Eigen3", "Threads", "Python3", "nlohmann_json", "fmt", "spdlog", "CLI11")
# Headers that it may need. ThirdParty/CMakeLists.txt looks for each with a variable of this form.
NEEDED = {"SINEW_xxhash_INCLUDE", "SINEW_highway_INCLUDE"}


class Problem(Exception):
    pass


def expect(holds, text):
    if not holds:
        raise Problem(text)


class Tools:
    def __init__(self, cmake, nm, cc, cxx, source, sample, limb):
        self.cmake, self.nm, self.cc, self.cxx = cmake, nm, cc, cxx
        self.source, self.sample, self.limb = (pathlib.Path(path).resolve() for path in (source, sample, limb))
        self.examples = self.source / "Source/Api/Examples"

    def run(self, *command, cwd=None, env=None, code=0):
        """Output of a command that must end with this code; None: with any but 0."""
        done = subprocess.run([str(part) for part in command], cwd=cwd, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        as_expected = done.returncode != 0 if code is None else done.returncode == code
        expect(as_expected, f"{' '.join(str(part) for part in command)} returned {done.returncode}:\n{done.stdout}")
        return done.stdout

    def configure(self, source, build, *options, code=0):
        # Warnings are errors only so that the objects are those of the presets, which the compiler cache has already.
        launchers = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX") if shutil.which("ccache")]
        return self.run(self.cmake, "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DSINEW_WERROR=ON", *launchers,
                        f"-DCMAKE_C_COMPILER={self.cc}", f"-DCMAKE_CXX_COMPILER={self.cxx}", *options, code=code)

    def build(self, folder, code=0):
        return self.run(self.cmake, "--build", folder, code=code)


def install(tools, folder):
    """Returns the installed prefix, after it was moved."""
    build, first, moved = folder / "build", folder / "first", folder / "moved/here"
    off = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=TRUE" for name in UNNEEDED]
    tools.configure(tools.source, build, "-DSINEW_OFFLINE=OFF", "-DSINEW_TESTS=OFF", "-DCMAKE_INSTALL_LIBDIR=lib", *off)
    cache = (build / "CMakeCache.txt").read_text()
    looked_for = set(re.findall(r"^(SINEW_\w+_(?:INCLUDE|DIR)):PATH", cache, re.MULTILINE)) - {"SINEW_PROGRAM_DIR", "SINEW_FUZZ_DIR"}
    expect(looked_for == NEEDED, f"the runtime alone looks for {sorted(looked_for)}")
    tools.build(build)
    tools.run(tools.cmake, "--install", build, "--prefix", first)
    moved.parent.mkdir()
    first.rename(moved)
    shutil.rmtree(build)
    return moved


def names_no_other_folder(tools, prefix):
    for path in sorted(path for path in prefix.rglob("*") if path.is_file()):
        content = path.read_bytes()
        for folder in (str(tools.source), str(prefix.parent.parent), str(prefix)):
            expect(folder.encode() not in content, f"{path.name} names the folder {folder}")


def exports_the_header_alone(tools, prefix):
    library = prefix / "lib/libsinew_runtime.so"
    lines = tools.run(tools.nm, "-D", "-P", "--defined-only", library).splitlines()
    names = {line.split()[0].split("@")[0] for line in lines if line.strip()}
    expect("sinewTick" in names, "the library exports no sinewTick")
    others = sorted(name for name in names if not name.startswith("sinew"))
    expect(not others, f"the library also exports {others}")


def runs(tools, folder, environment):
    """The examples that were built into a folder."""
    mesh = folder / "mesh.obj"
    for asset in (tools.sample, tools.limb):
        tools.run(folder / "minimal", asset, mesh, env=environment)
        lines = [line.split() for line in mesh.read_text().splitlines()]
        numbers = [float(part) for line in lines if line[0] in ("v", "vn") for part in line[1:]]
        corners = [int(part.split("//")[0]) for line in lines if line[0] == "f" for part in line[1:]]
        vertices = sum(line[0] == "v" for line in lines)
        expect(vertices > 20 and len(numbers) == 6 * vertices and all(math.isfinite(n) for n in numbers), "the mesh has bad vertices")
        expect(corners and min(corners) >= 1 and max(corners) <= vertices, "the mesh has bad triangles")
        expect("identical results" in tools.run(folder / "threads", asset, env=environment), "workers change the results")
    pressed = tools.run(folder / "colliders", tools.limb, env=environment)
    touched = re.search(r"touched the flesh in (\d+) of", pressed)
    expect(touched and int(touched[1]) > 100 and "contacts, deepest" in pressed, f"the sphere touches nothing:\n{pressed}")
    damaged = folder / "damaged.sinew"
    damaged.write_bytes(tools.sample.read_bytes()[:-64])
    for program, *rest in (("minimal", mesh), ("threads",), ("colliders",)):
        tools.run(folder / program, env=environment, code=2)
        text = tools.run(folder / program, damaged, *rest, env=environment, code=1)
        expect("not a well-formed Sinew asset" in text, f"{program} does not say what is wrong: {text}")


def works_by_find_package(tools, prefix):
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        tools.configure(tools.examples, build, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_C_FLAGS=-Wall -Wextra -Wconversion -Werror")
        tools.build(build)
        runs(tools, build, {})  # the libraries are found by the programs' rpath


def works_by_pkg_config(tools, prefix):
    environment = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(prefix / "lib")}
    version = tools.run("pkg-config", "--modversion", "sinew_runtime", env=environment).strip()
    expect(re.fullmatch(r"\d+\.\d+\.\d+", version), f"pkg-config gives the version {version}")
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            tools.run("sh", "-c", '"$0" -std=c99 -pedantic-errors "$1" -o "$2" $(pkg-config --cflags --libs sinew_runtime) -lm -pthread',
                      tools.cc, tools.examples / f"{program}.c", pathlib.Path(folder, program), env=environment)
        runs(tools, pathlib.Path(folder), environment)


def refuses_other_versions(tools, prefix):
    version = re.search(r'PACKAGE_VERSION "(\d+)\.(\d+)\.', (prefix / "lib/cmake/Sinew/SinewConfigVersion.cmake").read_text())
    major, minor = int(version[1]), int(version[2])
    wanted = {f"{major}.{minor}": 0, f"{major}.{minor + 1}": None, f"{major}.{minor - 1}": None, f"{major + 1}.0": None,
              f"{major}.{minor} COMPONENTS runtime": 0, f"{major}.{minor} COMPONENTS full": None}
    for request, code in wanted.items():
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "CMakeLists.txt").write_text(
                f"cmake_minimum_required(VERSION 3.16)\nproject(User NONE)\nfind_package(Sinew {request} REQUIRED)\n")
            tools.run(tools.cmake, "-G", "Ninja", "-S", folder, "-B", folder + "/build", f"-DCMAKE_PREFIX_PATH={prefix}", code=code)


def works_as_a_subproject(tools):
    """Nobody else's flags, tests, install rules or targets come with it."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(Game LANGUAGES C CXX)\n"
            f'add_subdirectory("{tools.source}" sinew)\nadd_executable(game game.c)\ntarget_link_libraries(game PRIVATE Sinew::runtime)\n'
            'if(TARGET sinew_offline OR TARGET sinew-tests)\nmessage(FATAL_ERROR "too much is built")\nendif()\n')
        pathlib.Path(folder, "game.c").write_text(
            "#include <sinew.h>\n#include <stdio.h>\nint main(void) { printf(\"%u\\n\", sinewVersion()); return 0; }\n")
        build = pathlib.Path(folder, "build")
        tools.configure(folder, build)
        tools.build(build)
        expect(int(tools.run(build / "game")) >= 200, "the game does not know Sinew's version")


def spoil(path, old, new):
    text = path.read_text()
    assert old in text, f"{path}: nothing to spoil"
    path.write_text(text.replace(old, new))


def export_more(tools, prefix):
    library = prefix / "lib/libsinew_runtime.so"
    source = prefix / "planted.c"
    source.write_text("int sinewTick(void) { return 0; }\nint leaked(void) { return 0; }\n")
    tools.run(tools.cc, "-shared", "-fPIC", source, "-o", library.resolve())
    source.unlink()


PLANTED = [  # what is spoilt, the check that must notice, what it says, and how it is spoilt
    ("a file that names a folder", names_no_other_folder, "names the folder",
     lambda tools, p: spoil(p / "lib/pkgconfig/sinew_runtime.pc", "prefix=", f"# {p}\nprefix=")),
    ("another symbol", exports_the_header_alone, "also exports ['leaked']", export_more),
    ("a package without its headers", works_by_find_package, "sinew.h", lambda tools, p: (p / "include/sinew/sinew.h").unlink()),
    ("a library that was left behind", works_by_pkg_config, "lsinew_runtime", lambda tools, p: (p / "lib/libsinew_runtime.so").unlink()),
    ("a package that fits every version", refuses_other_versions, "returned 0",
     lambda tools, p: spoil(p / "lib/cmake/Sinew/SinewConfigVersion.cmake", "set(PACKAGE_VERSION_COMPATIBLE FALSE)",
                            "set(PACKAGE_VERSION_COMPATIBLE TRUE)")),
    ("a package that has every component", refuses_other_versions, "returned 0",
     lambda tools, p: spoil(p / "lib/cmake/Sinew/SinewConfig.cmake", "_FOUND FALSE", "_FOUND TRUE")),
]
CHECKS = (names_no_other_folder, exports_the_header_alone, works_by_find_package, works_by_pkg_config, refuses_other_versions)


def main(*arguments):
    tools = Tools(*arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        prefix = install(tools, folder)
        for check in CHECKS:
            check(tools, prefix)
            print(f"{check.__name__}: yes", flush=True)
        works_as_a_subproject(tools)
        print("works_as_a_subproject: yes", flush=True)
        for number, (fault, check, words, plant) in enumerate(PLANTED):
            copy = folder / f"planted{number}/prefix"
            shutil.copytree(prefix, copy, symlinks=True)
            plant(tools, copy)
            try:
                check(tools, copy)
            except Problem as problem:
                expect(words in str(problem), f"{check.__name__} stumbles over {fault}: {problem}")
                print(f"planted: {fault}: noticed", flush=True)
                continue
            raise Problem(f"{check.__name__} does not notice {fault}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Problem as problem:
        sys.exit(str(problem))
