"""Kernel objects must define no weak symbols.

The linker keeps one copy of a weak symbol. If an object compiled for AVX offered one, code that runs on every
machine could end up with the AVX copy.

usage: kernel_symbols.py NM COMPILER OBJECT...
"""
import pathlib
import subprocess
import sys
import tempfile

WEAK = {"W", "V", "u"}  # weak function, weak object, unique global: all defined
LEAK = "inline int leak(int x) { return x + 1; }\nint (*take())(int) { return &leak; }\n"


def defined_symbols(nm, path):
    """Pairs of type and name, as nm prints them."""
    lines = subprocess.run([nm, "-P", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    return [(fields[1], fields[0]) for fields in map(str.split, lines) if len(fields) >= 2 and fields[1] not in "Uwv"]


def problems(nm, objects):
    """One line per fault. That nothing was looked at is a fault too."""
    found = [] if objects else ["no kernel objects were given"]
    for path in objects:
        symbols = defined_symbols(nm, path)
        if not any(kind == "T" for kind, _ in symbols):
            found.append(f"{path}: no entry point")
        found += [f"{path}: weak symbol {name}" for kind, name in symbols if kind in WEAK]
    return found


def finds_planted_faults(nm, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, leaking = pathlib.Path(folder, "leak.cpp"), pathlib.Path(folder, "leak.o")
        source.write_text(LEAK)
        subprocess.run([compiler, "-O2", "-c", str(source), "-o", str(leaking)], check=True)
        return any("leak" in line and "weak" in line for line in problems(nm, [leaking])) and problems(nm, [])


def main(nm, compiler, *objects):
    if not finds_planted_faults(nm, compiler):
        print("the planted faults were not found: this check checks nothing")
        return 1
    found = problems(nm, objects)
    print("\n".join(found) or f"{len(objects)} kernel objects, no weak symbols")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
