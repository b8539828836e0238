#!/usr/bin/env python3
"""Reads the whole plugin with another compiler, all of a module in one piece, as the engine's unity builds do: names that two
files of a module both define would clash there.

Usage: compile_with.py COMPILER MINOR GENERATED ROOT
"""
import pathlib
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-fsyntax-only", "-fno-rtti", "-fno-exceptions", "-Wall", "-Wshadow", "-Wundef", "-Werror",
         "-Wno-unused-const-variable", "-DWITH_EDITOR=1", "-DSINEW_WITH_NATIVE=1", "-DSINEW_WITH_FULL=1", "-DSINEWRUNTIME_API=",
         "-DSINEWEDITOR_API="]
MODULES = ["SinewRuntime", "SinewEditor"]


def command(compiler, minor, generated, root, module, source):
    modules = root / "Plugin/Sinew/Source"
    folders = [root / "Tests/Unreal/Engine", generated / "SinewRuntime", generated / module, modules / "SinewRuntime/Public",
               modules / module / "Public", modules / module / "Private"]
    includes = [f"-I{folder}" for folder in folders]
    return [compiler, *FLAGS, f"-DSINEW_FAKE_UE_MINOR={minor}", "-isystem", str(root / "Source/Api"), *includes, str(source)]


def main(compiler, minor, generated, root):
    generated, root, failed = pathlib.Path(generated), pathlib.Path(root).resolve(), 0
    for module in MODULES:
        sources = sorted((root / "Plugin/Sinew/Source" / module).rglob("*.cpp"))
        if not sources:
            print(f"{module} has no sources")
            failed += 1
            continue
        with tempfile.TemporaryDirectory() as folder:
            unity = pathlib.Path(folder) / f"{module}.unity.cpp"
            unity.write_text("".join(f'#include "{source}"\n' for source in sources))
            code = subprocess.run(command(compiler, minor, generated, root, module, unity)).returncode
        print(f"{module} as 5.{minor}: {len(sources)} sources, {'refused' if code else 'taken'}")
        failed += code != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
