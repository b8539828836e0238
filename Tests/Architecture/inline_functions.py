"""Programs run the library's copies of inline functions and templates, not those of their own sources.

The linker keeps one copy of a weak function. Programs and tests are compiled with less optimisation than the library; with copies of theirs,
the library would be slower than measured, and tests would run other code than what ships. Copies are told apart by their size.

usage: inline_functions.py NM COMPILER LIBRARY PROGRAM...
"""
import pathlib
import subprocess
import sys
import tempfile

from object_files import report

ENOUGH = 100  # functions to compare: with hardly any, nothing would have been checked
PLANTED = """
#include <vector>
inline int planted(const std::vector<int>& of) { int sum = 0; for (int i : of) sum += i * i; return sum; }
"""


def weak_functions(nm, path):
    """Names with the sizes of all copies."""
    sizes = {}
    lines = subprocess.run([nm, "-P", "-S", "--defined-only", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    for fields in map(str.split, lines):
        if len(fields) == 4 and fields[1] == "W":
            sizes.setdefault(fields[0], set()).add(int(fields[3], 16))
    return sizes


def problems(nm, library, programs, enough=ENOUGH):
    found, ours = [], weak_functions(nm, library)
    for program in programs:
        theirs = weak_functions(nm, program)
        both = sorted(ours.keys() & theirs.keys())
        if len(both) < enough:
            found.append(f"{program}: only {len(both)} inline functions of {library}")
        found += [f"{program}: {name} is not the library's" for name in both if not theirs[name] <= ours[name]]
    return found if programs else ["no program to check"]


def finds_planted(nm, compiler):
    """A program with its sources first is found, one with the library first is not."""
    with tempfile.TemporaryDirectory() as folder:
        def compiled(name, text, optimise):
            source = pathlib.Path(folder, name + ".cpp")
            source.write_text(PLANTED + text)
            subprocess.run([compiler, "-std=c++20", optimise, "-fno-inline", "-c", source, "-o", source.with_suffix(".o")], check=True)
            return source.with_suffix(".o")

        def linked(name, *objects):
            subprocess.run([compiler, *objects, "-o", pathlib.Path(folder, name)], check=True)
            return pathlib.Path(folder, name)

        library = compiled("library", "int library(const std::vector<int>& v) { return planted(v); }\n", "-O3")
        own = compiled("own", "int main() { return planted({1, 2}); }\n", "-O0")
        wrong, right = linked("wrong", own, library), linked("right", library, own)
        return (any("planted" in line for line in problems(nm, library, [wrong], 1)) and not problems(nm, library, [right], 1)
                and problems(nm, library, [right]) and problems(nm, library, []))


def main(nm, compiler, library, *programs):
    return report(finds_planted(nm, compiler), problems(nm, library, programs), f"{len(programs)} programs run the library's copies")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
