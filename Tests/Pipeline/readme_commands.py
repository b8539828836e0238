#!/usr/bin/env python3
"""Runs every `sinew` command that a README shows, in a scratch folder that holds the sample characters.

A command with a name of the reader's own (MyCharacter.glb, dance.bvh) is run with a sample in its place.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

PROGRAM, ROOT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
COMMAND = re.compile(r"^    (?:build/bin/)?sinew (.*)$", re.MULTILINE)


def commands():
    for readme in sorted(ROOT.rglob("README.md")):
        if "build" not in readme.relative_to(ROOT).parts:
            for line in COMMAND.findall(readme.read_text()):
                yield readme.relative_to(ROOT), line.split("  #")[0].strip()


def prepare(folder):
    (folder / "Content").symlink_to(ROOT / "Content")
    shutil.copy(ROOT / "Content" / "Mannequin.glb", folder / "MyCharacter.glb")
    shutil.copy(ROOT / "Tests" / "Data" / "wave.bvh", folder / "dance.bvh")


def main():
    failures = count = 0
    for readme, command in commands():
        count += 1
        with tempfile.TemporaryDirectory() as name:
            prepare(pathlib.Path(name))
            done = subprocess.run([PROGRAM, *shlex.split(command)], cwd=name, capture_output=True, text=True)
        if done.returncode != 0:
            failures += 1
            print(f"{readme}: `sinew {command}` exits with {done.returncode}:\n{done.stderr}")
    print(f"readme_commands: {count} commands, {failures} failed")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
