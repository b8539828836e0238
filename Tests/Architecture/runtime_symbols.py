"""What games link imports the C library, the compiler's own and nothing else: no C++ library at all.

Engines bring a C++ library of their own, and two of them in one process do not mix.

usage: runtime_symbols.py NM COMPILER ARCHIVE
"""
import re
import sys

from object_files import is_defined, of_planted, report, symbols

# Every name is a promise that the oldest supported system has it. The mathematical functions come in double
# and, with an f, in float. Not sqrt: an instruction, called only where the compiler thinks somebody reads errno.
ALLOWED = {
    "memcpy", "memmove", "memset", "memcmp", "strlen",
    "abort", "fprintf", "fputs", "fputc", "fwrite", "stderr",
    "__cpu_model", "__cpu_indicator_init", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail",
}
MATHEMATICS = re.compile(r"^(cbrt|sin|cos|sincos|tan|asin|acos|atan|atan2|fma|hypot|frexp|ldexp|floor|ceil|"
                         r"fmod|remainder|round|lround)f?$")
# Atomic operations on arm64, which are in the compiler's static library and choose by processor.
COMPILER = re.compile(r"^__aarch64_(cas|swp|ldadd|ldclr|ldeor|ldset)\d+_(relax|acq|rel|acq_rel)$")
CPP_USER = ("#include <string>\nstd::string planted(int n) { return std::string(std::size_t(n), 'x') + \"y\"; }\n")
C_USER = "#include <string.h>\n#include <math.h>\ndouble harmless(char* p, double x) { memset(p, 0, 99); return cos(x); }\n"


def problems(nm, path):
    """What some member needs, no member defines and nobody allows."""
    listed = symbols(nm, path)
    defined = {name for kind, name in listed if is_defined(kind)}
    if not defined:
        return [f"{path} defines nothing"]
    imports = {name for kind, name in listed if not is_defined(kind)} - defined
    return [f"{path} imports {name}" for name in sorted(imports)
            if name not in ALLOWED and not MATHEMATICS.match(name) and not COMPILER.match(name)]


def main(nm, compiler, archive):
    cpp, c, empty = (of_planted(compiler, text, lambda path: problems(nm, path)) for text in (CPP_USER, C_USER, ""))
    finds = any("_Znwm" in line for line in cpp) and any("_ZSt" in line for line in cpp) and not c and empty
    return report(finds, problems(nm, archive), f"{archive}: no C++ library")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
