#!/usr/bin/env python3
"""Uses the program as a pipeline does: exit codes, what goes to stdout and what to stderr, nothing half-written."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SINEW, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
MANNEQUIN = ROOT / "Content" / "Mannequin.glb"


def sinew(*arguments, **environment):
    return subprocess.run([SINEW, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, **environment})


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_wrong_usage_exits_with_2_and_says_how(self):
        for arguments in [[], ["no-such-command"], ["check"], ["check", MANNEQUIN, "--unit", "furlong"],
                          ["render", MANNEQUIN, "--size", "big", "-o", self.folder / "a.png"],
                          ["render", MANNEQUIN, "--views", "below", "-o", self.folder / "a.png"]]:
            done = sinew(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")
            self.assertNotEqual(done.stderr, "")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_missing_file_exits_with_5_and_is_named(self):
        done = sinew("check", self.folder / "nobody.glb")
        self.assertEqual(done.returncode, 5)
        self.assertIn("nobody.glb", done.stderr)

    def test_bad_content_exits_with_3_and_names_the_remedy(self):
        for name, content in [("broken.glb", b"glTF\x02\0\0\0"), ("text.glb", "hello"), ("a.fbx", "Kaydara FBX Binary"),
                              ("a.xyz", ""), ("empty.obj", ""), ("bad.gltf", "{}")]:
            done = sinew("check", self.write(name, content))
            self.assertEqual(done.returncode, 3, name + done.stderr)
            self.assertGreater(len(done.stderr.strip().splitlines()), 1, f"{name}: no remedy: {done.stderr}")
            self.assertEqual(done.stdout, "")

    def test_check_of_the_sample_is_ready(self):
        done = sinew("check", MANNEQUIN, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "ready", report)

    def test_inspect_tells_the_same_in_words_and_in_json(self):
        report = json.loads(sinew("inspect", MANNEQUIN, "--json").stdout)
        words = sinew("inspect", MANNEQUIN).stdout
        self.assertIn(str(report["triangles"]), words)
        for joint in report["joints"]:
            self.assertIn(joint["name"], words)
        self.assertEqual({clip["name"] for clip in report["clips"]}, {"idle", "walk", "squat", "jumping_jack", "twist"})

    def test_render_writes_one_picture_and_prints_its_name(self):
        picture = self.folder / "made" / "walk.png"
        done = sinew("render", MANNEQUIN, "--clip", "walk", "--frames", 2, "--views", "front,left", "--size", "64x96",
                     "-o", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.strip(), str(picture))
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual([path.name for path in picture.parent.iterdir()], ["walk.png"])

    def test_an_unknown_clip_lists_those_there_are(self):
        done = sinew("render", MANNEQUIN, "--clip", "moonwalk", "-o", self.folder / "a.png")
        self.assertEqual(done.returncode, 3)
        self.assertIn("jumping_jack", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_writing_where_a_folder_is_exits_with_5_and_leaves_nothing(self):
        (self.folder / "taken.png").mkdir()
        done = sinew("render", MANNEQUIN, "--size", "32x32", "-o", self.folder / "taken.png")
        self.assertEqual(done.returncode, 5)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["taken.png"])

    def test_no_colour_codes_outside_a_terminal(self):
        done = sinew("check", MANNEQUIN)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_the_same_picture_for_any_thread_count(self):
        pictures = []
        for threads in [1, 2, 8]:
            picture = self.folder / f"{threads}.png"
            sinew("--threads", threads, "render", MANNEQUIN, "--size", "96x96", "-o", picture)
            pictures.append(picture.read_bytes())
        self.assertEqual(len(set(pictures)), 1)

    def test_samples_are_the_committed_files(self):
        done = sinew("samples", "-o", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ["Limb.glb", "Mannequin.glb"]:
            self.assertEqual((self.folder / name).read_bytes(), (ROOT / "Content" / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
