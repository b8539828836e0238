"""usage: pictures.py RUNNER PROGRAM ASSETS SOURCES FOLDER: draws what the component shows in the stand-in's UDynamicMesh, and what `sinew play` shows
of the same asset and clip, by the same program, and wants the same pictures. They stay in FOLDER. The program's places come out of morph targets,
which round by some nanometres: a pixel at an edge may fall to the other side.
"""
import array
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import zlib

RATE = 32  # frames in a second, as Specs/Pictures.spec.cpp has it
EVERY = 10  # of them
FARTHEST = 1e-7  # metres
MAX_PIXELS = 5


def shown_by_engine(runner, folder):
    """Positions of every frame."""
    file = folder / "shown.txt"
    subprocess.run([runner, "Pictures."], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SINEW_PICTURES": str(file)})
    frames = []
    for line in file.read_text().splitlines():
        if line.startswith("frame"):
            frames.append([])
        else:
            frames[-1].append([float(word) for word in line.split()])
    file.unlink()
    return frames


def shown_by_program(program, assets, glb_of, folder):
    """The same from the morph targets that it writes."""
    file = folder / "play.glb"
    subprocess.run([program, "play", assets / "Limb.sinew", "--character", assets / "Limb.glb", "--clip", "bend", "--rate", str(RATE), "--shapes", str(RATE),
                    "-o", file], check=True, stdout=subprocess.DEVNULL)
    played = glb_of(file)
    primitive = played.json["meshes"][0]["primitives"][0]
    base = played.read(primitive["attributes"]["POSITION"])
    frames = [[[a + b for a, b in zip(place, moved)] for place, moved in zip(base, played.read(target["POSITION"]))] for target in primitive["targets"]]
    file.unlink()
    return frames


def draw(program, glb, positions, picture):
    """The character's file with these places instead of its own."""
    accessor = glb.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"]
    entry, binary = glb.json["accessors"][accessor], bytearray(glb.binary)
    view = glb.json["bufferViews"][entry["bufferView"]]
    start, stride = view.get("byteOffset", 0) + entry.get("byteOffset", 0), view.get("byteStride", 12)
    for vertex, place in enumerate(positions):
        struct.pack_into("<3f", binary, start + vertex * stride, *place)
    rounded = list(zip(*(array.array("f", place) for place in positions)))
    entry["min"], entry["max"] = [min(axis) for axis in rounded], [max(axis) for axis in rounded]
    text = json.dumps(glb.json).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    file = picture.with_suffix(".glb")
    file.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    subprocess.run([program, "render", file, "--views", "front,left", "-o", picture], check=True, stdout=subprocess.DEVNULL)
    file.unlink()


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def pixels(file):
    """Of a PNG of 8 bits without interlacing, which is what the program writes."""
    data, at, packed = file.read_bytes(), 8, b""
    width, height, depth, kind = struct.unpack_from(">IIBB", data, 16)
    channels = {2: 3, 6: 4}[kind]
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        packed += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    raw, row, above, found = zlib.decompress(packed), width * channels, bytes(width * channels), []
    for y in range(height):
        filtered, line = raw[y * (row + 1)], bytearray(raw[y * (row + 1) + 1:(y + 1) * (row + 1)])
        for i in range(row):
            left, corner = (line[i - channels], above[i - channels]) if i >= channels else (0, 0)
            line[i] = (line[i] + (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[filtered]) & 255
        above = bytes(line)
        found += [above[i:i + channels] for i in range(0, row, channels)]
    assert depth == 8 and len(found) == width * height
    return found


def differing(program, glb, first, second, files):
    """How many pixels, where both are drawn."""
    for positions, file in zip((first, second), files):
        draw(program, glb, positions, file)
    if files[0].read_bytes() == files[1].read_bytes():
        return 0
    return sum(a != b for a, b in zip(*(pixels(file) for file in files)))


def apart(one, other):
    return max(abs(a - b) for p, q in zip(one, other) for a, b in zip(p, q))


def finds_planted(program, glb, frame, folder):
    """A frame shown late by what flesh moves in a few: seen in the numbers and in the picture."""
    late = [[x + 0.002, y, z] for x, y, z in frame]
    files = [folder / f"planted {name}.png" for name in ("right", "wrong")]
    found = apart(frame, late) > FARTHEST and differing(program, glb, frame, late, files) > MAX_PIXELS
    for file in files:
        file.unlink()
    return found


def main(runner, program, assets, sources, folder):
    sys.path.insert(0, str(pathlib.Path(sources, "Plugin")))
    from plain_arrays import Glb
    assets, folder = pathlib.Path(assets), pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    glb = Glb(assets / "Limb.glb")
    engine, alone = shown_by_engine(runner, folder), shown_by_program(program, assets, Glb, folder)
    if not len(engine) == len(alone) > RATE:
        return f"{len(engine)} frames shown by the engine, {len(alone)} by the program"
    if not finds_planted(program, glb, engine[-1], folder):
        return "the planted fault was not found"
    farthest = max(apart(one, other) for one, other in zip(engine, alone))
    if farthest > FARTHEST:
        return f"positions are up to {farthest} m apart"
    seen, largest = set(), 0
    for frame in range(0, len(engine), EVERY):
        made = [folder / f"{name} {frame:03}.png" for name in ("engine", "play")]
        wrong = differing(program, glb, engine[frame], alone[frame], made)
        if wrong > MAX_PIXELS:
            return f"{made[0]} is not {made[1]}: {wrong} pixels differ"
        seen.add(made[0].read_bytes())
        largest = max(largest, wrong)
    if len(seen) < 3:
        return "the pictures show no motion"
    print(f"{len(seen)} pictures, each drawn twice; at most {largest} pixels differ, positions by {farthest:.1e} m")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
