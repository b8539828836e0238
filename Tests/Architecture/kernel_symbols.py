"""Kernel objects must define no weak symbols.

The linker keeps one copy of a weak symbol. If an object compiled for AVX offered one, code that runs on every
machine could end up with the AVX copy. Windows' objects have none, but sections of which the linker keeps one.

usage: kernel_symbols.py NM OBJDUMP COMPILER OBJECT...
"""
import re
import subprocess
import sys

from object_files import is_defined, of_planted, report, symbols

WEAK = {"W", "V", "u"}  # weak function, weak object, unique global: all defined
LEAK = "inline int leak(int x) { return x + 1; }\nint (*take())(int) { return &leak; }\n"


def linked_once(objdump, path):
    """Names of its sections of which the linker keeps one copy."""
    lines = subprocess.run([objdump, "-h", "-w", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split()[1] for line in lines if re.match(r"\s*\d+ ", line) and "LINK_ONCE" in line]


def problems(nm, objdump, objects):
    """One line per fault. That nothing was looked at is a fault too."""
    found = [] if objects else ["no kernel objects were given"]
    for path in objects:
        defined = [symbol for symbol in symbols(nm, path) if is_defined(symbol[0])]
        if not any(kind == "T" for kind, _ in defined):
            found.append(f"{path}: no entry point")
        found += [f"{path}: weak symbol {name}" for kind, name in defined if kind in WEAK]
        found += [f"{path}: weak section {name}" for name in linked_once(objdump, path)]
    return found


def main(nm, objdump, compiler, *objects):
    leaking = of_planted(compiler, LEAK, lambda path: problems(nm, objdump, [path]))
    finds = any("leak" in line and "weak" in line for line in leaking) and problems(nm, objdump, [])
    return report(finds, problems(nm, objdump, objects), f"{len(objects)} kernel objects, no weak symbols")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
