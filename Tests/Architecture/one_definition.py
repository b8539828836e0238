#!/usr/bin/env python3
"""Checks that no two headers define a type of the same name in the same namespace: files that never meet in one
include would compile, and the linker would mix their members up.

Usage: one_definition.py ROOT             checks the headers below ROOT
       one_definition.py ROOT --planted   proves that a clash is found
"""
import collections
import re

import planted

FOLDERS = ["Source", "Precompute", "Content", "Tests"]
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
TEMPLATE = re.compile(r"\btemplate\s*<(?:[^<>]|<[^<>]*>)*>")
OPENING = re.compile(
    r"(?P<namespace>\bnamespace\s+(?P<path>[\w:]*)\s*\{)|"
    r"(?P<type>\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s+)?(?P<name>\w+)(?P<special>\s*<)?[^;{}()=]*\{)|"
    r"(?P<open>\{)|(?P<close>\})")


def types(text):
    """Qualified names of the types that a header defines in namespaces; members and specialisations are not."""
    stack, found = [], []
    for match in OPENING.finditer(TEMPLATE.sub(" ", NOISE.sub(" ", text))):
        if match["close"]:
            if stack:
                stack.pop()
        elif match["namespace"]:
            stack.append(match["path"] or "(unnamed)")
        else:
            if match["type"] and None not in stack and not match["special"]:
                found.append("::".join(stack + [match["name"]]))
            stack.append(None)
    return found


def check(root):
    homes = collections.defaultdict(set)
    for folder in FOLDERS:
        for header in sorted((root / folder).rglob("*.h")):
            for name in types(header.read_text()):
                homes[name].add(str(header.relative_to(root)))
    if not homes:
        return ["no type found: is this the project's root?"]
    return [f"{name} is defined in {' and in '.join(sorted(files))}" for name, files in homes.items() if len(files) > 1]


ONE = "namespace sinew {\n// a struct Bone { }\nstruct Bone {\n    struct Place { int x; };\n};\n}\n"
PLANTED = {
    "the same struct twice": "namespace sinew {\nstruct Bone { double radius; };\n}\n",
    "a class by the name of a struct": "namespace sinew {\nclass Bone : public Base { int a{}; };\n}\n",
    "a template by that name": "namespace sinew {\ntemplate <class T>\nstruct Bone { T a; };\n}\n",
    "an enum by that name": "namespace sinew {\nenum class Bone : int { A };\n}\n",
}
GOOD = {
    "another namespace": "namespace sinew::test {\nstruct Bone { int a; };\n}\n",
    "a member of the same name": "namespace sinew {\nstruct Leg {\n    struct Bone { int a; };\n};\n}\n",
    "a template of another name": "namespace sinew {\ntemplate <class Bone>\nstruct Leg { Bone a; };\n}\n",
    "only declared": "namespace sinew {\nstruct Bone;\nvoid draw(struct Bone& bone);\n}\n",
    "a specialisation": "namespace sinew {\ntemplate <> struct Bone<int> { int a; };\n}\n",
}


def check_planted():
    failures = []
    for reason, text in [*PLANTED.items(), *GOOD.items()]:
        found = planted.found_in(check, {"Source/One.h": ONE, "Source/Other.h": text})
        if bool(found) != (reason in PLANTED):
            failures.append(f"wrong about {reason}")
    return failures


if __name__ == "__main__":
    planted.run("one_definition", check, check_planted)
