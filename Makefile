# The front door. Every target installs what is missing and leaves build/bin/sinew and build/bin/sinew-bench behind.
.DEFAULT_GOAL := programs
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash -o pipefail

SINEW_DATA ?= $(abspath ../shared/data)
export SINEW_DATA
PREFIX ?= /usr/local

sources = $(shell git ls-files -co --exclude-standard -- '*.cpp' '*.h' '*.c' | sort)
configure = cmake --preset $(1) >build/$(1).configure.log 2>&1 || { cat build/$(1).configure.log; exit 1; }
build = $(call configure,$(1)); cmake --build --preset $(1) $(2)
run_tests = ctest --test-dir build/$(1) --output-on-failure --no-tests=error -j 2 $(2)

.PHONY: help deps deps-cross programs demo test test-fast bench test-debug test-clang test-asan test-ubsan test-tsan test-win64 \
        test-arm64 test-release-all test-all tidy format check-format install clean fuzz-build
help:
	@echo "make              build the programs into build/bin"
	@echo "make demo         check, draw and solve the sample character, build its asset and play it, into build/demo"
	@echo "make test         all tests but the long ones"
	@echo "make test-fast    unit tests that solve no whole body"
	@echo "make test-all     also fuzzing, clang, sanitizers, cross-builds, clang-tidy, clang-format, older engines and the long tests"
	@echo "make test-debug | test-clang | test-asan | test-ubsan | test-tsan"
	@echo "make test-win64 | test-arm64   cross-builds, tested under wine and qemu, and put into build/plugin"
	@echo "make bench        sinew-bench; BENCH='--benchmark_filter=Svd3' chooses"
	@echo "make install      install headers and libraries below PREFIX ($(PREFIX))"
	@echo "make deps         install the packages that building needs (Debian)"
	@echo "make tidy | format | check-format | clean"

deps:
	@ThirdParty/install.sh
	@mkdir -p build

programs: deps
	@$(call build,release,--target sinew sinew-bench)

demo: programs
	@mkdir -p build/demo
	build/bin/sinew check Content/Mannequin.glb
	build/bin/sinew inspect Content/Mannequin.glb
	build/bin/sinew render Content/Mannequin.glb --views front,three-quarter,left,back -o build/demo/mannequin.png
	build/bin/sinew render Content/Mannequin.glb --colour joints --views front,back -o build/demo/joints.png
	build/bin/sinew render Content/Mannequin.glb --clip all --frames 6 --columns 6 --size 240x320 -o build/demo/clips.png
	build/bin/sinew solve Content/Mannequin.glb --clip squat --frames 2 --tets 20000 -o build/demo/squat.glb --images build/demo
	build/bin/sinew solve Content/Mannequin.glb --clip jumping_jack --frames 2 --solver lattice --cells 20000 --images build/demo/lattice
	build/bin/sinew build Content/Limb.glb -o build/demo/Limb.sinew --tets 3000
	build/bin/sinew build Content/Mannequin.glb -o build/demo/Mannequin.sinew --tets 20000 --report build/demo/Mannequin.json --images build/demo
	build/bin/sinew inspect build/demo/Mannequin.sinew
	build/bin/sinew play build/demo/Mannequin.sinew --character Content/Mannequin.glb --clip all --images build/demo/play --report build/demo/play.json
	@echo "Look at the pictures in build/demo, and at squat.glb in Blender or any glTF viewer."

test: deps
	@$(call build,release)
	@$(call run_tests,release,-LE long)

test-fast: deps
	@$(call build,release,--target sinew-tests)
	@$(call run_tests,release,-L fast)

bench: programs
	@build/bin/sinew-bench $(BENCH)

install: deps
	@$(call build,release,--target sinew_shared sinew_full)
	@cmake --install build/release --prefix $(PREFIX)

fuzz-build: deps
	@$(call build,fuzz)

test-debug test-clang test-asan test-ubsan test-tsan: test-%: deps
	@$(call build,$*)
	@$(call run_tests,$*,-LE long)

# What other machines run, built and tried here. Each puts its libraries and program into the plugin.
deps-cross: deps
	@ThirdParty/install.sh ThirdParty/packages-cross.txt

test-win64 test-arm64: test-%: deps-cross
	@$(call build,$*)
	@$(call run_tests,$*,-LE long)
	@cmake --build --preset $* --target stage_plugin

# The release build with every check, in the same folder as make test's.
test-release-all: fuzz-build
	@$(call build,release-all)
	@$(call run_tests,release,)

# test-asan is built by clang and has the undefined behaviour sanitizer in it; sanitized builds have the checks of debug builds.
# test-tsan leaves out the tests that run on one thread. tidy reads what test-asan has built.
test-all: test-release-all check-format test-asan tidy test-tsan test-win64 test-arm64

# Tests are spared the analyser, which takes longer over GoogleTest's macros than over all the rest. Stb.cpp is little but stb itself. What
# was clean and has not changed is not looked at again.
run_tidy = python3 -B Tests/Architecture/tidy.py . build/asan $${SINEW_TIDY_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/sinew/tidy} '(?!.*/Stb\.cpp)($(1))/.*\.cpp$$' \
    -extra-arg=-Wno-unknown-warning-option -extra-arg=-Wno-unused-command-line-argument $(2)

tidy: deps
	@$(call build,asan)
	@$(call run_tidy,Source|Precompute)
	@$(call run_tidy,Tests,-checks=-clang-analyzer-*)
	@echo "clang-tidy: clean"

format: deps
	@clang-format -i $(sources)

check-format: deps
	@clang-format --dry-run -Werror $(sources) && echo "clang-format: clean"

clean:
	@rm -rf build
