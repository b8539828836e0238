"""What the symbol checks share."""
import pathlib
import subprocess
import tempfile


def symbols(nm, path):
    """Pairs of type and name, as nm prints them; of all members of an archive."""
    lines = subprocess.run([nm, "-P", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    return [(fields[1], fields[0]) for fields in map(str.split, lines) if len(fields) >= 2]


def is_defined(kind):
    return kind not in "Uwv"


def of_planted(compiler, text, check):
    """check(object file) of a source text."""
    with tempfile.TemporaryDirectory() as folder:
        source, compiled = pathlib.Path(folder, "planted.cpp"), pathlib.Path(folder, "planted.o")
        source.write_text(text)
        subprocess.run([compiler, "-std=c++20", "-O2", "-c", str(source), "-o", str(compiled)], check=True)
        return check(compiled)


def report(finds_planted, found, all_well):
    """The exit code."""
    if not finds_planted:
        print("the planted faults were not found: this check checks nothing")
        return 1
    print("\n".join(found) or all_well)
    return 1 if found else 0
