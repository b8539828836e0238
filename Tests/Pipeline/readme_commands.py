#!/usr/bin/env python3
"""Runs every `sinew` command that a README shows, one README after the other from top to bottom, each in a scratch folder
that holds the sample characters.

usage: readme_commands.py PROGRAM ROOT FOLDER...      the READMEs of these folders of ROOT; all others with --but before them

A command with a name of the reader's own (MyCharacter.glb, dance.bvh, my_map.toml, my_recipe.toml) is run with a sample in its place;
the recipe is the one with the defaults.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
COMMAND = re.compile(r"^    (?:build/bin/)?sinew (.*)$", re.MULTILINE)


def readmes():
    others = sys.argv[3] == "--but"
    chosen = [ROOT / folder for folder in sys.argv[3 + others:]]
    for readme in sorted(ROOT.rglob("README.md")):
        if "build" not in readme.relative_to(ROOT).parts and (readme.parent in chosen) != others:
            yield readme, [line.split("  #")[0].strip() for line in COMMAND.findall(readme.read_text())]


def prepare(folder):
    (folder / "Content").symlink_to(ROOT / "Content")
    shutil.copy(ROOT / "Content" / "Mannequin.glb", folder / "MyCharacter.glb")
    shutil.copy(ROOT / "Content" / "Maps" / "cmu-to-mannequin.toml", folder / "my_map.toml")
    shutil.copy(ROOT / "Tests" / "Data" / "wave.bvh", folder / "dance.bvh")
    shutil.copy(ROOT / "Precompute" / "reference.recipe.toml", folder / "my_recipe.toml")


def main():
    failures = count = 0
    for readme, commands in readmes():
        with tempfile.TemporaryDirectory() as folder:
            prepare(pathlib.Path(folder))
            for command in commands:
                count += 1
                done = subprocess.run([PROGRAM, *shlex.split(command)], cwd=folder, capture_output=True, text=True)
                if done.returncode != 0:
                    failures += 1
                    print(f"{readme}: `sinew {command}` exits with {done.returncode}:\n{done.stderr}")
    print(f"readme_commands: {count} commands, {failures} failed")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
