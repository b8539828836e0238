"""Runs clang-tidy over the sources of a build, and not again over what has not changed since it was clean.

usage: tidy.py ROOT BUILD CACHE FILTER [CLANG_TIDY_ARGUMENT...]
       tidy.py --planted     proves that faults are noticed, and where

BUILD is one by clang, whose precompiled headers clang-tidy reads, too. A source is clean as long as it, the project's headers that it
includes, its command, the arguments and .clang-tidy are the same; which headers, the build knows (`ninja -t deps`).
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

TIDY = "clang-tidy"


def dependencies(build):
    """Object file → the files it was made of, as the last build saw it."""
    listed = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], check=True, capture_output=True, text=True).stdout
    found, current = {}, None
    for line in listed.splitlines():
        if line.startswith("    "):
            found[current].append((build / line.strip()).resolve())
        elif ": #deps" in line:
            current = line.split(": #deps")[0]
            found[current] = []
    return found


def content(path, known={}):
    if path not in known:
        known[path] = hashlib.sha256(path.read_bytes()).digest()
    return known[path]


def key_of(entry, depends, root, arguments):
    """None where the build does not know what the source includes."""
    output = re.search(r" -o (\S+)", entry["command"])
    files = depends.get(output[1]) if output else None
    if not files:
        return None
    digest = hashlib.sha256(entry["command"].replace(str(root), "").encode())
    digest.update("\0".join(arguments).encode())
    digest.update(content(pathlib.Path(__file__)))
    for path in [root / ".clang-tidy", *sorted(path for path in files if path.is_relative_to(root))]:
        digest.update(str(path.relative_to(root)).encode() + content(path))
    return digest.hexdigest()


def said_of(entry, root, arguments):
    """What clang-tidy says of a source, a line each; None where it found nothing and went through."""
    options = shlex.split(entry["command"])
    options = options[next(i for i, option in enumerate(options) if option.startswith("-")):options.index("-o")]
    options = [option for option in options if option not in ("-MD", "-MT", "-MF") and not option.endswith((".o", ".o.d"))]
    done = subprocess.run([TIDY, "-quiet", f"--config-file={root / '.clang-tidy'}", *arguments, entry["file"], "--", *options],
                          cwd=entry["directory"], capture_output=True, text=True)
    said = [line for line in done.stdout.splitlines() if ": warning: " in line or ": error: " in line]
    if done.returncode == 0 and not said:
        return None
    return said or [f"{entry['file']}: clang-tidy failed", done.stderr]


def main(root, build, cache, chosen, *arguments):
    root, build, cache = (pathlib.Path(path).resolve() for path in (root, build, cache))
    cache.mkdir(parents=True, exist_ok=True)
    depends, wanted, faults = dependencies(build), [], 0
    entries = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    sources = [path for path in sorted(entries) if re.match(chosen, os.path.relpath(path, root))]
    for source in sources:
        key = key_of(entries[source], depends, root, arguments)
        if key is None or not (cache / key).exists():
            wanted.append((source, key))
    if not sources:
        print("tidy: no sources: wrong folder, or nothing built?")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, key), said in zip(wanted, pool.map(lambda item: said_of(entries[item[0]], root, arguments), wanted)):
            if said is not None:
                faults += 1
                print("\n".join(said), flush=True)
            elif key is not None:
                (cache / key).touch()
    print(f"tidy: {len(sources)} sources, {len(wanted)} looked at, {faults} with faults")
    return 1 if faults else 0


GOOD = "namespace sinew {\nint one() {\n    return 1;\n}\n}  // namespace sinew\n"
PLANTED = {
    "clang-analyzer-core.NullDereference": "int two() {\n    const int* p = nullptr;\n    return *p;\n}\n",
    "misc-unused-using-decls": "namespace far {\nint away();\n}\nusing far::away;\n",
    "readability-identifier-naming": "\n\nint Two() {\n    return 2;\n}\n",
    "bugprone-use-after-move": '#include <string>\n#include "Beside.h"\nint two(std::string s) {\n    std::string t = std::move(s);\n'
                               "    return static_cast<int>(s.size() + t.size());\n}\n",
}
LINES = [3, 4, 3, 5]


def check_planted():
    failures, root = [], pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "Source.cpp"
        (folder / "Beside.h").write_text("#include <utility>\n")
        entry = {"file": str(source), "directory": name, "command": f"c++ -std=c++20 -o {folder}/a.o -c {source}"}
        source.write_text(GOOD)
        if (said := said_of(entry, root, [])) is not None:
            failures.append(f"found in a good source: {said}")
        for (check, text), line in zip(PLANTED.items(), LINES):
            source.write_text(text)
            said = said_of(entry, root, []) or []
            if not any(found.startswith(f"{source}:{line}:") and check in found for found in said):
                failures.append(f"{check} was not noticed where it is: {said}")
        source.write_text("no C++\n")
        if said_of(entry, root, []) is None:
            failures.append("what does not compile passed")
    print("\n".join([*failures, f"tidy: {len(failures)} problems"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(check_planted() if sys.argv[1:] == ["--planted"] else main(*sys.argv[1:]))
