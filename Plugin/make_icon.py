"""usage: make_icon.py FILE: draws the plugin's icon, a limb of flesh about its bone, as a PNG of 128 × 128."""
import math
import struct
import sys
import zlib

SIZE = 128
BONE = [(34, 104), (58, 66), (98, 34)]


def distance(x, y):
    """To the bent bone, and how far along it: 0 to 2."""
    best = (1e9, 0.0)
    for i, ((ax, ay), (bx, by)) in enumerate(zip(BONE, BONE[1:])):
        dx, dy = bx - ax, by - ay
        t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        best = min(best, (math.hypot(x - ax - t * dx, y - ay - t * dy), i + t))
    return best


def pixel(x, y):
    d, along = distance(x, y)
    flesh = 20 + 7 * math.sin(math.pi * along / 2)
    if d < 5:
        return (250, 244, 230)
    if d < flesh:
        shade = 1 - 0.35 * (d / flesh) ** 2
        return (int(226 * shade), int(98 * shade), int(86 * shade))
    return (34, 38, 46)


def sampled(x, y):
    """Four samples a pixel: smooth edges."""
    samples = [pixel(x + i, y + j) for i in (0.25, 0.75) for j in (0.25, 0.75)]
    return bytes(sum(s[c] for s in samples) // 4 for c in range(3)) + b"\xff"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    rows = b"".join(b"\0" + b"".join(sampled(x, y) for x in range(SIZE)) for y in range(SIZE))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    with open(sys.argv[1], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


main()
