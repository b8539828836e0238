#!/usr/bin/env python3
"""An asset in motion that it was not trained on, compared with the full solver: more modes are nearer."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

SINEW, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
MANNEQUIN = ROOT / "Content" / "Mannequin.glb"
UNSEEN = ("walk", "twist")
RANKS = (6, 12, 20)
HEIGHT = 1.75  # metres


def without(clips, glb):
    """The same character without some of its clips: with its JSON chunk rewritten."""
    size = struct.unpack_from("<I", glb, 12)[0]
    model = json.loads(glb[20:20 + size])
    model["animations"] = [a for a in model["animations"] if a["name"] not in clips]
    text = json.dumps(model).encode()
    text += b" " * (-len(text) % 4)
    rest = glb[20 + size:]
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def sinew(*arguments):
    done = subprocess.run([SINEW, *map(str, arguments), "--json"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class UnseenMotion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as holder:
            folder = pathlib.Path(holder)
            learnt = folder / "Mannequin.glb"
            learnt.write_bytes(without(UNSEEN, MANNEQUIN.read_bytes()))
            cls.told = {rank: cls.compared(folder, learnt, rank) for rank in RANKS}

    @staticmethod
    def compared(folder, learnt, rank):
        recipe, asset = folder / "recipe.toml", folder / f"{rank}.sinew"
        recipe.write_text(f"[bases]\nrank = {rank}\n[poses]\nheld_out = 2\n")
        built = sinew("build", learnt, "-o", asset, "--tets", 10000, "--recipe", recipe, "--cache", folder / "cache")
        assert not any(clip in error["pose"] for error in built["errors"] for clip in UNSEEN), built["errors"]
        return [sinew("compare", asset, "--character", MANNEQUIN, "--clip", clip, "--frames", 5) for clip in UNSEEN]

    def of(self, rank, *names):
        values = []
        for told in self.told[rank]:
            for name in names:
                told = told[name]
            values.append(told)
        return values

    def test_more_modes_are_nearer_to_the_full_solution(self):
        for fewer, more in zip(RANKS, RANKS[1:]):
            for worse, better in zip(self.of(fewer, "rms", "reduced"), self.of(more, "rms", "reduced")):
                self.assertLess(better, worse, (fewer, more))

    def test_the_default_leaves_little_of_linear_blend_skinning_s_error(self):
        self.assertLess(max(self.of(RANKS[-1], "ofLinearBlend")), 0.15)

    def test_seams_have_neither_gaps_nor_creases(self):
        self.assertLess(max(self.of(RANKS[-1], "seamGap")), 0.001 * HEIGHT)
        self.assertLess(max(self.of(RANKS[-1], "normalJump", "ofFull")), 1.5)


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
