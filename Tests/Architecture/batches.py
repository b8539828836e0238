#!/usr/bin/env python3
"""Groups sources that can be compiled as one, which takes a fraction of the time: each sees the headers that the others read.

Usage: batches.py SIZE SOURCE...     prints, for each source that shares a batch, "BATCH SOURCE"
       batches.py --planted          proves that sources that cannot meet are kept apart

Sources whose own names clash, with each other's or with those of headers that the others read, go to different batches; those that
define macros, which headers might read, or bring Windows' own, stay alone.
"""
import functools
import pathlib
import re
import sys
import tempfile

import one_definition

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCOPE = re.compile(r"(?P<namespace>\bnamespace\b[\s\w:]*\{)|(?P<open>\{)|(?P<close>\})|(?P<end>;)")
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s+)?(\w+)")
NAME = re.compile(r"([\w:~]+)\s*(?:\(|=|\[|$)")
FURTHER = re.compile(r",\s*(\w+)\s*=")
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
TEST = re.compile(r"\bTEST(?:_\w)?\s*\(\s*(\w+)")
MACRO = re.compile(r"^\s*#\s*(?:define\b|undef\b|include <windows\.h>)", re.MULTILINE)
PREPROCESSOR = re.compile(r"^\s*#.*$", re.MULTILINE)


def declared(text):
    """The names that a declaration at the level of namespaces brings; qualified ones are members' or in headers."""
    text = text.strip()
    if not text or text.startswith(("using namespace", "static_assert", "extern")) or TEST.match(text):
        return set()
    kind = TYPE.search(text)
    name = NAME.search(text)
    found = {match[1] for match in (kind, name) if match and "::" not in match[1]}
    if "(" not in text.split("=")[0]:  # int a = 1, b = 2;
        found |= set(FURTHER.findall(text))
    return found


def names(text):
    """What a source declares at the level of namespaces, whether others see it or not."""
    text = PREPROCESSOR.sub(" ", one_definition.TEMPLATE.sub(" ", one_definition.NOISE.sub(" ", text)))
    found, stack, start = set(), [], 0
    for match in SCOPE.finditer(text):
        outside = all(stack)
        if match["close"]:
            if stack:
                stack.pop()
        else:
            if outside and not match["namespace"]:
                found |= declared(text[start:match.start()])
            if not match["end"]:
                stack.append(bool(match["namespace"]))
        if all(stack):
            start = match.end()
    return found


@functools.cache
def header(path):
    """What a header of the project declares, and the headers that it includes; nothing where there is no such file."""
    text = path.read_text() if path.is_file() else ""
    return names(text), tuple(INCLUDE.findall(text))


def seen(path, text, folders):
    """What all headers of the project declare that a source includes, whichever folder they are found in."""
    found, read, left = set(), set(), [(path.parent, name) for name in INCLUDE.findall(text)]
    while left:
        beside, name = left.pop()
        for file in {folder / name for folder in [beside, *folders]} - read:
            read.add(file)
            declares, includes = header(file)
            found |= declares
            left += [(file.parent, further) for further in includes]
    return found


def batches(size, texts, folders=()):
    """Lists of the paths of {path: text}, in their order, as full as clashes allow."""
    made = []
    for path, text in texts.items():
        if MACRO.search(text):
            continue
        others = seen(path, text, folders)
        own = names(text)
        private = own - others
        for paths, theirs, theirPrivate, theirOthers in made:
            if len(paths) < size and not (theirs & own or theirPrivate & others or theirOthers & private):
                paths.append(path)
                theirs |= own
                theirPrivate |= private
                theirOthers |= others
                break
        else:
            made.append(([path], own, private, others))
    return [batch[0] for batch in made if len(batch[0]) > 1]


FIRST = """#include "a.h"
namespace sinew {
namespace {
constexpr std::size_t kGrain = 64; // grain
constexpr float kList[] = {1.0f, 2.0f};
constexpr int kFew = 2, kMany = 9;
struct Cell { int index; };
template <class T> auto smallest(const std::vector<T>& of) { int inside = 1; return of[inside]; }
using Row = std::vector<double>;
}
void Solver::solve(int rounds) { struct Local {}; }
double spread(double a) { return a; }
TEST(Solver, Solves) { spread(1); }
}
"""
CLASHES = [
    "constexpr int kGrain{3};", "float kList[2];", "int kMany = 3;", "int few = 1, kFew = 2;", "class Cell {};",
    "enum class Cell : int { A };", "void smallest() {}", "double\nspread(int b) { return b; }", "struct Row;", "const int Row = f(3);",
    "}\n#define SINEW_ODD 1\nnamespace {", "}\n#include <windows.h>\nnamespace {",
]
FITS = [
    "int inside = 2;", "struct Local {};", "void Solver::solve() {}", "// struct Cell {};", "void solve() {}",
    "int use() { Cell cell; return kGrain; }", "TEST(Cell, IsSmall) { kGrain; }", "using namespace other;",
]


def check_planted():
    failures, first, second = [], pathlib.Path("First.cpp"), pathlib.Path("Second.cpp")
    for text in [*CLASHES, *FITS]:
        other = "namespace sinew {\nnamespace {\n" + text + "\n}\n}\n"
        if bool(batches(8, {first: FIRST, second: other})) != (text in FITS):
            failures.append(f"wrong about {text}")
    if [len(batch) for batch in batches(4, {pathlib.Path(str(number)): f"int n{number};" for number in range(10)})] != [4, 4, 2]:
        failures.append("batches are not filled")
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Body.h").write_text("struct Body {};\nvoid draw();\n")
        (pathlib.Path(folder) / "Outer.h").write_text('#include "Body.h"\n')
        outer, private = '#include "Outer.h"\n', "namespace { struct Body {}; }"
        # How many share a batch, which a third must not spoil.
        for expected, texts in [([], [outer, private]), ([], [private, outer]), ([2], [outer + "void draw() {}", outer + "int x;"]),
                                ([2], ["int a;", "int b;", "int b;"]), ([2], ["int a;", outer, private]),
                                ([2], ["int a;", private, outer])]:
            paths = [pathlib.Path(f"{number}.cpp") for number in range(len(texts))]
            if [len(batch) for batch in batches(8, dict(zip(paths, texts)), [pathlib.Path(folder)])] != expected:
                failures.append(f"wrong about {texts}")
    return failures


def main(arguments):
    if arguments == ["--planted"]:
        problems = check_planted()
        print("\n".join([*problems, f"batches: {len(problems)} problems"]))
        return 1 if problems else 0
    size, *sources = arguments
    folders = [ROOT / folder for folder in ("Source", "Precompute", "Content", "Tests")]
    texts = {pathlib.Path(path): pathlib.Path(path).read_text() for path in sources}
    for number, batch in enumerate(batches(int(size), texts, folders)):
        for path in batch:
            print(number, path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
