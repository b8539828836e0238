#!/usr/bin/env python3
"""Compiles every header of ours by itself: a header includes what it needs.

Usage: headers_alone.py ROOT COMPILER             all headers below ROOT
       headers_alone.py ROOT COMPILER --planted   proves that a header that leans on others is found
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

FOLDERS = ["Source", "Precompute", "Content", "Tests"]
# What the build gives to everything that includes these headers.
DEFINITIONS = ['-DSINEW_SOURCE_DIR="."', "-DSINEW_KERNEL_TARGET=HWY_STATIC_TARGET", "-DSINEW_KERNEL_NAMESPACE=alone",
               "-DFMT_HEADER_ONLY", "-DSPDLOG_FMT_EXTERNAL", "-DHWY_DISABLE_PCLMUL_AES", "-DEIGEN_MPL2_ONLY"]


def compile_alone(compiler, header, roots):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", *DEFINITIONS]
    for root in roots:
        command += ["-I", str(root)]
    command += ["-isystem", "/usr/include/eigen3", "-"]
    # Included twice, which checks the guard too.
    text = f'#include "{header}"\n#include "{header}"\n'
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return None if done.returncode == 0 else f"{header}:\n{done.stderr}"


def check(root, compiler):
    headers = sorted(path.resolve() for folder in FOLDERS for path in (root / folder).rglob("*.h"))
    if not headers:
        return ["the scan found no headers: wrong folder?"]
    roots = [root / folder for folder in FOLDERS]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [found for found in pool.map(lambda header: compile_alone(compiler, header, roots), headers) if found]


def check_planted(compiler):
    failures = []
    for text, is_good in [("#pragma once\n#include <vector>\nstd::vector<int> f();\n", True),
                          ("#pragma once\nstd::vector<int> f();\n", False), ("struct Twice {};\n", False)]:
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "Source" / "Planted.h"
            header.parent.mkdir()
            header.write_text(text)
            if (not check(pathlib.Path(folder), compiler)) != is_good:
                failures.append(f"wrong verdict on {text!r}")
    return failures


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    problems = check_planted(compiler) if "--planted" in sys.argv else check(root, compiler)
    for problem in problems:
        print(problem)
    print(f"headers_alone: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
