"""A DLL shows the door's C functions and nothing else, and needs no DLL but Windows' own. Of a program (no HEADER) only the latter is asked.

usage: windows_library.py OBJDUMP COMPILER DLL [HEADER]
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from object_files import report
from shared_library import declared_in

SYSTEM = {"advapi32.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll", "user32.dll"}
PLANTED = """
#include <stdexcept>
extern "C" __declspec(dllexport) int sinewKnown() { return 1; }
extern "C" __declspec(dllexport) int leaked() { return 1; }
extern "C" __declspec(dllexport) int sinewThrows() { throw std::runtime_error("planted"); }
"""


def tables(objdump, library):
    """Names that it exports, and the DLLs that it imports from."""
    text = subprocess.run([objdump, "-p", str(library)], check=True, capture_output=True, text=True).stdout
    names = text.split("[Ordinal/Name Pointer] Table", 1)[1:]
    exported = set(re.findall(r"^\s*\[\s*\d+\]\s+(?:\+base\[\s*\d+\]\s+\w+\s+)?(\S+)$", names[0].split("\n\n")[0], re.MULTILINE)) if names else set()
    return exported, set(re.findall(r"DLL Name: (\S+)", text))


def problems(objdump, library, declared):
    """`declared`: None for a program."""
    exported, imported = tables(objdump, library)
    found = [] if imported else [f"{library} imports nothing, which cannot be"]
    if declared is not None:
        found += [f"{library} exports {name}, which is not in the header" for name in sorted(exported - declared)]
        found += [f"{library} lacks {name}" for name in sorted(declared - exported)]
    return found + [f"{library} needs {name}" for name in sorted(imported) if name.lower() not in SYSTEM]


def finds_planted(objdump, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "planted.cpp"), pathlib.Path(folder, "planted.dll")
        source.write_text(PLANTED)
        subprocess.run([compiler, "-shared", str(source), "-o", str(library)], check=True)
        text = "\n".join(problems(objdump, library, {"sinewKnown", "sinewMissing", "sinewThrows"}))
    return all(fault in text for fault in ["exports leaked", "lacks sinewMissing", "needs libstdc++-6.dll"]) and "sinewKnown" not in text


def main(objdump, compiler, library, header=None):
    declared = declared_in(header) if header else None
    enough = declared is None or len(declared) > 10
    return report(finds_planted(objdump, compiler) and enough, problems(objdump, library, declared),
                  f"{library}: {len(declared or [])} functions and nothing else, and Windows' own DLLs")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
