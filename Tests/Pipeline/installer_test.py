#!/usr/bin/env python3
"""Runs the installer against stand-ins for id, sudo and apt-get that record what they are asked."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

INSTALLER = pathlib.Path(sys.argv[1]) / "ThirdParty" / "install.sh"


class Installer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.calls = self.folder / "calls"
        for tool in ["awk", "bash", "comm", "dirname", "dpkg-query", "env", "sed", "sort"]:
            found = subprocess.run(["which", tool], capture_output=True, text=True, check=True).stdout.strip()
            (self.folder / tool).symlink_to(found)
        self.stand_in("apt-get", 'echo "apt-get $*" >>"$CALLS"')

    def stand_in(self, name, body):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def install(self, *packages):
        listing = self.folder / "packages.txt"
        listing.write_text("# a comment\n" + "".join(f"{package}\n" for package in packages))
        done = subprocess.run([INSTALLER, listing], capture_output=True, text=True,
                              env={"PATH": str(self.folder), "CALLS": str(self.calls)})
        return done, self.calls.read_text() if self.calls.exists() else ""

    def test_does_nothing_when_all_is_there(self):
        done, calls = self.install("bash", "dpkg")
        self.assertEqual((done.returncode, done.stdout, done.stderr, calls), (0, "", "", ""))

    def test_root_installs_only_what_is_missing(self):
        self.stand_in("id", "echo 0")
        done, calls = self.install("bash", "no-such-package-a")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("install", calls)
        self.assertIn("no-such-package-a", calls)
        self.assertNotIn(" bash", calls)

    def test_others_go_through_sudo(self):
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", 'echo "sudo $*" >>"$CALLS"; exec "$@"')
        done, calls = self.install("no-such-package-a")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sudo apt-get update", calls)

    def test_without_root_and_sudo_it_says_what_it_needs_and_stops(self):
        self.stand_in("id", "echo 1000")
        done, calls = self.install("no-such-package-a")
        self.assertEqual((done.returncode, calls), (1, ""))
        self.assertIn("apt-get install", done.stderr)
        self.assertIn("no-such-package-a", done.stderr)

    def test_a_failed_installation_is_a_failure(self):
        self.stand_in("id", "echo 0")
        self.stand_in("apt-get", "exit 100")
        self.assertNotEqual(self.install("no-such-package-a")[0].returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
