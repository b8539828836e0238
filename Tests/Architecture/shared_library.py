"""What engines load shows the door's C functions and nothing else, needs the C library alone, and runs on systems as old as promised.

usage: shared_library.py NM COMPILER LIBRARY HEADER NEWEST (of the C library's symbols: 2.17)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from object_files import report

PLANTED = """
#include <math.h>
#include <stddef.h>
#include <stdexcept>
extern "C" int unheardOf();
extern "C" int sinewKnown() { return 1; }
extern "C" int leaked(double x) { return (int)x; }
extern "C" double sinewUnheardOf(double x) { return exp(x); }
extern "C" int sinewThrows() { throw std::runtime_error("planted"); }
extern "C" int sinewLeans() { return unheardOf(); }
"""


def dynamic(nm, library, *options):
    """Names and types of its dynamic symbols."""
    lines = subprocess.run([nm, "-D", "-P", *options, str(library)], check=True, capture_output=True, text=True).stdout
    return [line.split()[:2] for line in lines.splitlines() if line.split()]


def problems(nm, library, declared, newest):
    exported = {name.split("@")[0] for name, _ in dynamic(nm, library, "--defined-only")}
    found = [f"{library} exports {name}, which is not in the header" for name in sorted(exported - declared)]
    found += [f"{library} lacks {name}" for name in sorted(declared - exported)]
    for name, kind in dynamic(nm, library, "--undefined-only"):
        version = re.search(r"@GLIBC_(\d+)\.(\d+)", name)
        if version and (int(version[1]), int(version[2])) > newest:
            found.append(f"{library} needs {name}")
        if re.search(r"@(GLIBCXX|CXXABI)_", name):
            found.append(f"{library} needs the C++ library: {name}")
        elif not version and kind == "U":
            found.append(f"{library} needs {name}, which is not the C library's")
    return found


def declared_in(header):
    return set(re.findall(r"\b(sinew[A-Z]\w*)\(", pathlib.Path(header).read_text().split("*/", 1)[1]))


def finds_planted(nm, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "planted.cpp"), pathlib.Path(folder, "planted.so")
        source.write_text(PLANTED)
        subprocess.run([compiler, "-shared", "-fPIC", "-fno-builtin", str(source), "-o", str(library), "-lm"], check=True)
        declared = {"sinewKnown", "sinewMissing", "sinewUnheardOf", "sinewThrows", "sinewLeans"}
        text = "\n".join(problems(nm, library, declared, (2, 17)))
    faults = ["exports leaked", "lacks sinewMissing", "needs exp@GLIBC", "needs the C++ library: _ZNSt13runtime_error", "needs unheardOf, which"]
    return all(fault in text for fault in faults)


def main(nm, compiler, library, header, newest):
    declared = declared_in(header)
    limit = tuple(int(part) for part in newest.split("."))
    return report(finds_planted(nm, compiler) and len(declared) > 10, problems(nm, library, declared, limit),
                  f"{library}: {len(declared)} functions and nothing else")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
