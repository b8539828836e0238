"""Holds Plugin/ENGINE.md against the plugin: every engine header that is included is in the table, nothing else is, and the
engine module that it comes from is a dependency of the module that includes it.

usage: engine_table.py ROOT [--planted]
"""
import pathlib
import re
import sys

KNOWN = re.compile(r"\b[DRU]\b")


def rows(text):
    """Header → engine module, and the problems of the table itself."""
    table, problems = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4 or not cells[0].endswith(".h"):
            continue
        header, module, used, known = cells
        if header in table:
            problems.append(f"{header} is in the table twice")
        if not used or not KNOWN.search(known):
            problems.append(f"{header}: what is used of it, or how that is known, is missing")
        table[header] = module
    return table, problems


def includes(folder):
    """Engine header → the module of ours that includes it first."""
    own = {path.name for path in folder.rglob("*.h")}
    found = {}
    for path in sorted([*folder.rglob("*.h"), *folder.rglob("*.cpp")]):
        for header in re.findall(r'^\s*#include "([^"]+)"', path.read_text(), re.M):
            name = header.rsplit("/", 1)[-1]
            if name not in own and not name.endswith(".generated.h") and not name.startswith("sinew"):
                found.setdefault(header, set()).add(path.relative_to(folder).parts[0])
    return found


def dependencies(folder, module):
    return set(re.findall(r'"(\w+)"', (folder / module / f"{module}.Build.cs").read_text()))


def check(folder, text):
    table, problems = rows(text)
    used = includes(folder)
    problems += [f"{header} is included, but not in the table" for header in used if header not in table]
    problems += [f"{header} is in the table, but not included" for header in table if header not in used]
    for header, modules in used.items():
        for module in modules:
            wanted = table.get(header)
            if wanted and wanted not in dependencies(folder, module):
                problems.append(f"{module} includes {header} without depending on {wanted}")
    if len(used) < 20:
        problems.append(f"only {len(used)} headers were found: this looks at the wrong place")
    return problems


def planted(folder, text):
    """Each fault, and a word of what has to be said about it."""
    line = next(line for line in text.splitlines() if line.startswith("| Dom/JsonObject.h"))
    faults = {text.replace(line + "\n", ""): "included, but not in the table",
              text + "| Engine/Nothing.h | Engine | nothing | U |\n": "in the table, but not included",
              text + line + "\n": "twice",
              text.replace(line, line.replace("| U |", "| |")): "missing",
              text.replace(line, line.replace("| Json |", "| XmlParser |")): "without depending on XmlParser"}
    missed = [word for changed, word in faults.items() if not any(word in problem for problem in check(folder, changed))]
    if not any("wrong place" in problem for problem in check(folder / "ThirdParty", text)):
        missed.append("wrong place")
    return missed


def main(root, *options):
    folder, text = pathlib.Path(root) / "Plugin/Sinew/Source", (pathlib.Path(root) / "Plugin/ENGINE.md").read_text()
    problems = [f"this fault was not found: {word}" for word in planted(folder, text)] if options else check(folder, text)
    print("\n".join(problems) or ("every planted fault is found" if options else "the table is right"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
