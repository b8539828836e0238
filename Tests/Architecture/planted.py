"""What the checks of this folder share: a tree in, problems out, and the proof that planted ones are found."""
import pathlib
import sys
import tempfile


def found_in(check, files):
    """What check(root) says of a tree of {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return check(root)


def run(name, check, check_planted):
    """Usage: NAME.py ROOT [--planted]. An empty tree must not pass either."""
    if "--planted" in sys.argv:
        problems = check_planted() + ([] if found_in(check, {}) else ["an empty tree passed"])
    else:
        problems = check(pathlib.Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} problems")
    sys.exit(1 if problems else 0)
