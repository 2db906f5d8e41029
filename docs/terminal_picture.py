"""Draws what a terminal shows, with the colours that the program uses, as an SVG picture."""
import itertools
import re
import unicodedata
from xml.sax.saxutils import escape

PALETTE = ("#6e7681 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 "
           "#8b949e #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff").split()
LOOKS = {"1": {"font-weight": "bold"}, "2": {"fill-opacity": ".65"}, "3": {"font-style": "italic"},
         **{f"3{n}": {"fill": PALETTE[n]} for n in range(8)}, **{f"9{n}": {"fill": PALETTE[8 + n]} for n in range(8)}}
CELL, ROW, MARGIN, TOP = 9, 20, 20, 64  # a letter of 15 px is 9 px wide in most fonts
FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" \
font-size="15" fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', \
'Noto Sans Mono CJK SC', 'PingFang SC', 'Microsoft YaHei', monospace">
<rect x="1" y="1" width="{inner_width}" height="{inner_height}" rx="10" \
fill="#161b22" stroke="#6e7681" stroke-width="2"/>
<circle cx="22" cy="21" r="6" fill="#ff7b72"/><circle cx="42" cy="21" r="6" fill="#d29922"/>\
<circle cx="62" cy="21" r="6" fill="#3fb950"/>
<text x="{middle}" y="26" text-anchor="middle" fill="#8b949e">{title}</text>
{drawn}</svg>
"""


def colour(number):
    """A colour of the usual 256: 16 by name, a cube of 6 x 6 x 6, 24 greys."""
    if number < 16:
        return PALETTE[number]
    steps = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
    levels = [step and 55 + 40 * step for step in steps] if number < 232 else [8 + 10 * (number - 232)] * 3
    return "#{:02x}{:02x}{:02x}".format(*levels)


def restyle(style, codes):
    """The style, as SVG attributes, after the codes of an escape sequence."""
    for code in re.findall(r"[34]8;5;\d+|\d+", codes) or ["0"]:
        ground, _, number = code.partition(";5;")
        if number and int(number) < 256:
            style = {**style, "fill" if ground == "38" else "back": colour(int(number))}
        elif code == "0" or code in LOOKS:
            style = {**style, **LOOKS[code]} if code in LOOKS else {}
        else:
            raise ValueError(f"cannot draw the terminal code {code}")
    return style


def cells(character):
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        raise ValueError(f"cannot draw the character U+{ord(character):04X}")
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def draw_run(run, wide, x, y, style):
    """A background and a text that take exactly their cells, whatever the font."""
    back = f'<rect x="{x}" y="{y - 15}" width="{CELL * wide * len(run)}" height="{ROW}" fill="{style["back"]}"/>\n' \
        if "back" in style else ""
    x += CELL * (len(run) - len(run.lstrip(" ")))
    run = run.strip(" ")
    look = "".join(f' {key}="{value}"' for key, value in style.items() if key != "back")
    look += "" if wide == 2 else ' lengthAdjust="spacingAndGlyphs"'  # Chinese is spread, the rest stretched
    return back, f'<tspan x="{x}" textLength="{CELL * wide * len(run)}"{look}>{escape(run)}</tspan>' if run else ""


def draw_terminal(title, output):
    style, drawn, widest = {}, "", len(title) + 20
    lines = output.rstrip("\n").split("\n")
    for y, line in zip(itertools.count(TOP, ROW), lines):
        column, backs, texts = 0, "", ""
        for codes, plain in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b]+|\x1b)", line):
            style = style if plain else restyle(style, codes)
            for (wide, _), run in itertools.groupby(plain, key=lambda c: (cells(c), c.isascii())):
                run = "".join(run)
                back, text = draw_run(run, wide, MARGIN + CELL * column, y, style)
                backs, texts, column = backs + back, texts + text, column + wide * len(run)
        drawn += backs + (f'<text y="{y}" xml:space="preserve">{texts}</text>\n' if texts else "")
        widest = max(widest, column)
    width, height = 2 * MARGIN + CELL * widest, TOP + ROW * len(lines)
    return FRAME.format(width=width, height=height, inner_width=width - 2, inner_height=height - 2,
                        middle=width // 2, title=escape(title), drawn=drawn)
