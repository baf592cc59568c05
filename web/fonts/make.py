"""Makes the fonts of the page and the outlines of the board's signs.

    python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    /tmp/fonts/bin/python web/fonts/make.py

Nothing runs this but a person who wants other signs or another typeface: what it writes is part of
the project. It fetches the packages named below with `npm pack` and writes, here, the .woff2
files and the licences, and `crates/scene/src/svg/glyphs.rs`.

The licence reserves the name "Source" for the fonts as their makers publish them. What is cut out
of them here has therefore another name; notices of copyright and licence stay in the files.
"""

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
GLYPHS = HERE.parents[1] / "crates/scene/src/svg/glyphs.rs"

SANS = "source-sans@3.52.0"
SERIF = "source-serif@4.5.1"
MONO = "source-code-pro@2.42.0"

# Latin with all its accents (titles and names of authors), and the signs of the page's own words.
PAGE = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *map(ord, "‐‑–—‘’‚“”„†•…′″‹›⁄€™←↑→↓−≈≠≤≥✓\u2009\u200a\u202f"),
]

# Puzzles as text: what formats use, and titles.
TEXT = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’“”…")]

# From the weight of text to that of headings and pressed buttons; the optical size of the serif
# stands at a heading's.
WEIGHTS = (400, 600)
OPTICAL_SIZE = 20

# Kerning and the composition of accents. The figures are lining ones of equal width without any
# feature; small capitals, fractions and old figures stay out.
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk"]

# The signs a board may show, and the two weights they are drawn in.
BOARD = [*range(0x20, 0x7F), ord("×"), ord("−")]
BOARD_WEIGHTS = [
    ("PRINTED", "Semibold", "What the setter printed."),
    ("WRITTEN", "Regular", "What was written since: lighter."),
]


def fetch(package, folder):
    """The unpacked files of a package of npm."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(folder / packed) as archive:
        archive.extractall(folder / packed.removesuffix(".tgz"), filter="data")
    return folder / packed.removesuffix(".tgz") / "package"


def cut(source, signs, limits, name, target):
    """Only these signs, the page's features and weights, under a name of our own."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(layout_features=FEATURES, name_IDs=["*"], hinting=False)
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    if limits:
        font = instancer.instantiateVariableFont(font, limits)
    rename(font, name)
    font.flavor = "woff2"
    font.save(target)
    print(target.name, target.stat().st_size, "bytes")


def rename(font, name):
    plain = name.replace(" ", "")
    names = font["name"]
    version = names.getDebugName(5)
    original = names.getDebugName(1)
    # Typographic family and style, sample text, dark and light names, prefix of variations.
    for number in (16, 17, 18, 19, 20, 21, 22, 25):
        names.removeNames(nameID=number)
    for instance in font["fvar"].instances if "fvar" in font else []:
        names.removeNames(nameID=instance.postscriptNameID)
        instance.postscriptNameID = 0xFFFF
    for number, text in {
        1: name,
        2: "Regular",
        3: f"{version}; {plain}",
        4: name,
        6: f"{plain}-Regular",
        10: f"A subset of {original}, renamed as the licence asks.",
        25: plain,
    }.items():
        names.setName(text, number, 3, 1, 0x409)


class Outline(BasePen):
    """An outline as text: every command with its letter, nothing left to be guessed."""

    def __init__(self, shapes):
        super().__init__(shapes)
        self.text = ""

    def _moveTo(self, to):
        self.text += f"M{to[0]} {to[1]}"

    def _lineTo(self, to):
        self.text += f"L{to[0]} {to[1]}"

    def _curveToOne(self, one, two, to):
        self.text += f"C{one[0]} {one[1]} {two[0]} {two[1]} {to[0]} {to[1]}"

    def _closePath(self):
        self.text += "Z"


def outlines(package):
    """The table of the board's signs as Rust."""
    out = [
        "//! The outlines of the signs on boards, cut out of Source Sans 3 (© Adobe, SIL Open Font License",
        "//! 1.1: web/fonts/LICENSE-sans.md). Made by `web/fonts/make.py`; not to be changed by hand.",
        "//!",
        "//! A sign, how far it moves the pen, and its outline as an SVG path of M, L, C and Z;",
        "//! 1000 units to the font size, y upwards from the baseline. In the order of the signs.",
        "",
        "/// A sign, its advance and its outline.",
        "pub(super) type Glyph = (char, i16, &'static str);",
    ]
    for constant, style, about in BOARD_WEIGHTS:
        font = TTFont(package / f"OTF/SourceSans3-{style}.otf")
        assert font["head"].unitsPerEm == 1000
        shapes, names = font.getGlyphSet(), font.getBestCmap()
        out += ["", f"/// {about}", "#[rustfmt::skip]", f"pub(super) const {constant}: &[Glyph] = &["]
        for code in sorted(BOARD):
            pen = Outline(shapes)
            glyph = shapes[names[code]]
            glyph.draw(pen)
            sign = {"'": r"\'", "\\": r"\\"}.get(chr(code), chr(code))
            out.append(f"    ('{sign}', {glyph.width}, \"{pen.text}\"),")
        out.append("];")
    GLYPHS.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(GLYPHS.name, GLYPHS.stat().st_size, "bytes")


def main():
    with tempfile.TemporaryDirectory() as folder:
        sans, serif, mono = (fetch(package, Path(folder)) for package in (SANS, SERIF, MONO))
        cut(
            sans / "VF/SourceSans3VF-Upright.ttf",
            PAGE,
            {"wght": WEIGHTS},
            "Gridwright Sans",
            HERE / "gridwright-sans.woff2",
        )
        cut(
            serif / "WOFF2/VAR/SourceSerif4Variable-Roman.ttf.woff2",
            PAGE,
            {"wght": WEIGHTS, "opsz": OPTICAL_SIZE},
            "Gridwright Serif",
            HERE / "gridwright-serif.woff2",
        )
        cut(
            mono / "TTF/SourceCodePro-Regular.ttf",
            TEXT,
            {},
            "Gridwright Mono",
            HERE / "gridwright-mono.woff2",
        )
        outlines(sans)
        for package, name in ((sans, "sans"), (serif, "serif"), (mono, "mono")):
            shutil.copyfile(package / "LICENSE.md", HERE / f"LICENSE-{name}.md")


main()
