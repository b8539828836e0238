"""What engines load shows the door's C functions and nothing else, and runs on systems as old as promised.

usage: shared_library.py NM COMPILER LIBRARY HEADER
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from object_files import report

NEWEST = (2, 17)  # of the C library's symbols
PLANTED = """
#include <math.h>
#include <stddef.h>
extern "C" int sinewKnown() { return 1; }
extern "C" int leaked(double x) { return (int)x; }
extern "C" double sinewUnheardOf(double x) { return exp(x); }
"""


def dynamic(nm, library, *options):
    lines = subprocess.run([nm, "-D", "-P", *options, str(library)], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in lines.splitlines() if line.split()]


def problems(nm, library, declared):
    exported = {name.split("@")[0] for name in dynamic(nm, library, "--defined-only")}
    found = [f"{library} exports {name}, which is not in the header" for name in sorted(exported - declared)]
    found += [f"{library} lacks {name}" for name in sorted(declared - exported)]
    for name in dynamic(nm, library, "--undefined-only"):
        version = re.search(r"@GLIBC_(\d+)\.(\d+)", name)
        if version and (int(version[1]), int(version[2])) > NEWEST:
            found.append(f"{library} needs {name}")
        if re.search(r"@(GLIBCXX|CXXABI)_", name):
            found.append(f"{library} needs the C++ library: {name}")
    return found


def declared_in(header):
    return set(re.findall(r"\b(sinew[A-Z]\w*)\(", pathlib.Path(header).read_text().split("*/", 1)[1]))


def finds_planted(nm, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "planted.cpp"), pathlib.Path(folder, "planted.so")
        source.write_text(PLANTED)
        subprocess.run([compiler, "-shared", "-fPIC", "-fno-builtin", str(source), "-o", str(library), "-lm"], check=True)
        text = "\n".join(problems(nm, library, {"sinewKnown", "sinewMissing", "sinewUnheardOf"}))
    return "exports leaked" in text and "lacks sinewMissing" in text and "needs exp@GLIBC" in text


def main(nm, compiler, library, header):
    declared = declared_in(header)
    return report(finds_planted(nm, compiler) and len(declared) > 10, problems(nm, library, declared),
                  f"{library}: {len(declared)} functions and nothing else")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
