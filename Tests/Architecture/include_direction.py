#!/usr/bin/env python3
"""Checks that no file includes what lies above it, and that third-party headers stay where they belong.

Usage: include_direction.py ROOT             checks the tree below ROOT
       include_direction.py ROOT --planted   proves that each kind of violation is found
"""
import pathlib
import re
import sys
import tempfile

# Layer -> layers it may include besides itself. The order is the one a reader should learn the project in.
MAY_INCLUDE = {
    "Source/Base": [],
    "Source/Math": ["Source/Base"],
    "Source/Material": ["Source/Base", "Source/Math"],
    "Source/Asset": ["Source/Base", "Source/Math"],
    "Source/Runtime": ["Source/Base", "Source/Math", "Source/Material", "Source/Asset"],
    "Source/Api": ["Source/Base", "Source/Math", "Source/Material", "Source/Asset", "Source/Runtime"],
}
RUNTIME = [name for name in MAY_INCLUDE if name != "Source/Api"]
for layer in ["", "/Geometry", "/Character", "/Volume", "/Solve", "/Reduction"]:
    lower = [name for name in MAY_INCLUDE if name.startswith("Source/Offline")]
    MAY_INCLUDE["Source/Offline" + layer] = RUNTIME + lower
# The full solver's C door stands on the offline solvers.
MAY_INCLUDE["Source/Api"] += [name for name in MAY_INCLUDE if name.startswith("Source/Offline")]
MAY_INCLUDE["Content"] = [name for name in MAY_INCLUDE if name != "Source/Api"]
MAY_INCLUDE["Precompute"] = list(MAY_INCLUDE)
MAY_INCLUDE["Tests"] = list(MAY_INCLUDE)

FOLDERS = ["Source", "Precompute", "Content", "Tests"]  # also the include roots
THIRD_PARTY = re.compile(
    r"^(hwy/|xxhash|Eigen/|Spectra/|tbb/|oneapi/|tiny_gltf|nlohmann/|toml\+\+/|CLI/|spdlog/|fmt/|stb/|nanoflann|"
    r"gtest/|gmock/|benchmark/|httplib)")
# What runs in a game may include the standard headers and these, nothing else.
RUNTIME_THIRD_PARTY = ("hwy/", "xxhash.h")
# Packages that only some layers may see.
ONLY_IN = {
    "gtest/": ["Tests"], "benchmark/": ["Tests"], "CLI/": ["Precompute"], "spdlog/": ["Precompute"],
    "Eigen/": ["Source/Offline", "Content", "Tests"], "tbb/": ["Source/Offline"],
    "tiny_gltf": ["Source/Offline/Character"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    """The longest layer name that is a folder of `path`."""
    fits = [name for name in MAY_INCLUDE if path.startswith(name + "/")]
    return max(fits, key=len) if fits else None


def resolve(root, including, name):
    """The project's own file that a quoted include names, or None."""
    for folder in [including.parent] + [root / folder for folder in FOLDERS]:
        if (folder / name).is_file():
            return (folder / name).resolve().relative_to(root.resolve()).as_posix()
    return None


def violations_of(root, path):
    relative = path.relative_to(root).as_posix()
    layer = layer_of(relative)
    if layer is None:
        yield f"{relative}: belongs to no layer of include_direction.py"
        return
    for bracket, name in INCLUDE.findall(path.read_text()):
        if bracket == '"':
            target = resolve(root, path, name)
            if target is None:
                yield f'{relative}: includes "{name}", which is not in the tree (system headers go in <>)'
            elif layer_of(target) not in [layer] + MAY_INCLUDE[layer]:
                yield f"{relative}: {layer} must not include {layer_of(target)} ({name})"
        elif THIRD_PARTY.match(name):
            if layer in RUNTIME and not name.startswith(RUNTIME_THIRD_PARTY):
                yield f"{relative}: what games link must not include <{name}>"
            for prefix, layers in ONLY_IN.items():
                allowed = any(layer == only or layer.startswith(only + "/") for only in layers)
                if name.startswith(prefix) and not allowed:
                    yield f"{relative}: <{name}> belongs in {', '.join(layers)} only"


def check(root):
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")
                   if path.suffix in (".h", ".cpp", ".c"))
    if len(files) < 2:
        return ["the scan found no sources: wrong folder?"]
    return [violation for path in files for violation in violations_of(root, path)]


PLANTED = {
    "a lower layer includes a higher one": ("Source/Base/Bad.h", '#include "Math/Good.h"\n'),
    "the runtime names offline code": ("Source/Runtime/Bad.cpp", '#include "Offline/Good.h"\n'),
    "an early stage includes a later one": ("Source/Offline/Geometry/Bad.h", '#include "Offline/Character/Good.h"\n'),
    "a runtime file includes Eigen": ("Source/Math/Bad.h", "#include <Eigen/Core>\n"),
    "the library includes a test framework": ("Source/Offline/Bad.h", "#include <gtest/gtest.h>\n"),
    "a quoted include that does not exist": ("Source/Math/Bad.h", '#include "Math/Missing.h"\n'),
    "the library includes the program": ("Source/Offline/Bad.h", '#include "Console.h"\n'),
}
GOOD = {
    "Source/Math/Good.h": '#include "Base/Good.h"\n',
    "Source/Base/Good.h": "#include <cstdint>\n",
    "Source/Offline/Good.h": '#include "Math/Good.h"\n',
    "Source/Offline/Character/Good.h": '#include "Offline/Good.h"\n',
    "Precompute/Console.h": "#include <CLI/CLI.hpp>\n",
}


def check_planted():
    """Each planted violation must be reported, and the good tree must not be."""
    failures = []
    for reason, planted in [("", None), *PLANTED.items()]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in list(GOOD.items()) + ([planted] if planted else []):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            found = check(root)
            if bool(found) != bool(planted):
                failures.append(f"planted: {reason or 'nothing'}; found: {found or 'nothing'}")
    with tempfile.TemporaryDirectory() as folder:
        if not check(pathlib.Path(folder)):
            failures.append("an empty tree passed")
    return failures


def main():
    problems = check_planted() if "--planted" in sys.argv else check(pathlib.Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"include_direction: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
