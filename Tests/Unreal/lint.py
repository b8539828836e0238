#!/usr/bin/env python3
"""Checks what the engine's tools would refuse, without the engine: the rules of reflection, of modules and of the plugin's own house,
and that everything used of the engine is in Plugin/ENGINE.md.

Usage: lint.py ROOT             checks ROOT/Plugin
       lint.py ROOT --planted   proves that each rule finds the fault it is for
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Architecture")]

import planted  # noqa: E402
from lint_headers import check_headers  # noqa: E402
from lint_plugin import check_plugin  # noqa: E402
from lint_sources import check_sources  # noqa: E402


def check(root):
    root = pathlib.Path(root).resolve()
    source = root / "Plugin/Sinew/Source"
    paths = sorted(path for path in source.rglob("*") if path.suffix in (".h", ".cpp") and path.relative_to(source).parts[0] != "ThirdParty")
    if len(paths) < 2:
        return ["the scan found no sources of the plugin: wrong folder?"]
    stand_in = root / "Tests/Unreal/Engine"
    found = list(check_headers(root, [path for path in paths if path.suffix == ".h"]))
    found += check_sources(root, paths)
    found += check_plugin(root, paths, stand_in if stand_in.exists() else None)
    return [f"{path.relative_to(root)}:{line}: rule {rule}: {words}" for path, line, rule, words in found]


if __name__ == "__main__":
    from lint_planted import check_planted
    planted.run("lint", check, lambda: check_planted(check))
