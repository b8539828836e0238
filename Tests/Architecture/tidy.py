"""Runs clang-tidy over the sources of a build, and not again over what has not changed since it was clean.

usage: tidy.py ROOT BUILD CACHE FILTER [CLANG_TIDY_ARGUMENT...]

Sources that are compiled as one (batches.py) are looked at as one. A source is clean as long as it, the project's headers that it
includes, its command, the arguments and .clang-tidy are the same; which headers, the build knows (`ninja -t deps`).
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

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
    for path in [root / ".clang-tidy", *sorted(path for path in files if path.is_relative_to(root))]:
        digest.update(str(path.relative_to(root)).encode() + content(path))
    return digest.hexdigest()


def place(path, root, build):
    """Where a source belongs in the project; batches lie in the build where their target's folder is."""
    if path.is_relative_to(build):
        return str(path.relative_to(build)) if "Unity" in path.parts else ""
    return str(path.relative_to(root)) if path.is_relative_to(root) else ""


def run(source, build, arguments):
    return subprocess.run([TIDY, "-quiet", "-p", str(build), *arguments, source], capture_output=True, text=True)


def main(root, build, cache, chosen, *arguments):
    root, build, cache = (pathlib.Path(path).resolve() for path in (root, build, cache))
    cache.mkdir(parents=True, exist_ok=True)
    depends, wanted, faults = dependencies(build), [], 0
    entries = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    sources = [path for path in sorted(entries) if re.match(chosen, place(pathlib.Path(path), root, build))]
    for source in sources:
        key = key_of(entries[source], depends, root, arguments)
        if key is None or not (cache / key).exists():
            wanted.append((source, key))
    if not sources:
        print("tidy: no sources: wrong folder, or nothing built?")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (source, key), done in zip(wanted, pool.map(lambda item: run(item[0], build, arguments), wanted)):
            said = [line for line in done.stdout.splitlines() if ": warning: " in line or ": error: " in line]
            if done.returncode != 0 or said:
                faults += 1
                print("\n".join(said) or f"{source}: clang-tidy failed\n{done.stderr}", flush=True)
            elif key is not None:
                (cache / key).touch()
    print(f"tidy: {len(sources)} sources, {len(wanted)} looked at, {faults} with faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
