"""Prints filters for the tests of GoogleTest sources that run on several threads, one a line: those that name what makes threads, and
all of a source where something outside of its tests does.

usage: threaded_tests.py SOURCE...
"""
import pathlib
import re
import sys

THREADS = re.compile(r"Workers|std::j?thread|std::async|parallelFor")
TEST = re.compile(r"^TEST(_[FP])?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)


def threaded(text):
    text = re.sub(r"^#include.*$", "", text, flags=re.MULTILINE)
    starts = [match.start() for match in TEST.finditer(text)] + [len(text)]
    outside, tests = text[: starts[0]], []
    for begin, end in zip(starts, starts[1:]):
        body, _, after = text[begin:end].partition("\n}\n")
        outside += after
        kind, suite, test = TEST.match(body).groups()
        name = f"*/{suite}.{test}/*" if kind == "_P" else f"{suite}.{test}"
        tests.append((name, THREADS.search(body)))
    return [name for name, found in tests if found or THREADS.search(outside)]


if __name__ == "__main__":
    names = [name for source in sys.argv[1:] for name in threaded(pathlib.Path(source).read_text())]
    if not names:
        sys.exit("threaded_tests.py: no test has threads")
    print("\n".join(names))
