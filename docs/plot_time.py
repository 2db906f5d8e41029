#!/usr/bin/env python3
"""Draws time against n, one thread and two, from what versus_rnn_bench prints.

    docs/plot_time.py chapters/07_versus_rnn/time.csv [MORE.csv…]

writes time.svg and time.zh.svg beside the first file. Of several runs the fastest figure counts: whatever else a machine
does can only make a run slower.
"""
import csv
import math
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP = 842, 420, 74, 66, 330, 74
BOTTOM = HEIGHT - 62
NETWORKS = {"rnn": ("#0969da", "RNN", "RNN"), "lstm": ("#8250df", "LSTM", "LSTM"),
            "bidirectional": ("#1a7037", "two-way RNN", "双向 RNN"),
            "self_attention": ("#b5351a", "self-attention", "自注意力")}
WORDS = {"en": {"title": "Time against the number of inputs", "1": "one thread", "2": "two threads", "n": "inputs n",
                "t": "microseconds"},
         "zh": {"title": "时间与输入个数", "1": "一个线程", "2": "两个线程", "n": "输入个数 n", "t": "微秒"}}
DARK = {"#0969da": "#79b8ff", "#8250df": "#d2a8ff", "#1a7037": "#6fdd8b", "#b5351a": "#ffa28b"}


def fastest(paths):
    times = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                key = row["network"], row["threads"], int(row["n"])
                times[key] = min(times.get(key, math.inf), float(row["microseconds"]))
    return times


def draw(times, language):
    words = WORDS[language]
    sizes = sorted({n for _, _, n in times})
    decades = range(math.floor(math.log10(min(times.values()))), math.ceil(math.log10(max(times.values()))) + 1)

    def across(panel, n):
        share = (math.log(n) - math.log(sizes[0])) / (math.log(sizes[-1]) - math.log(sizes[0]))
        return LEFT + panel * (PANEL + GAP) + share * PANEL

    def up(time):
        return BOTTOM - (math.log10(time) - decades[0]) / (decades[-1] - decades[0]) * (BOTTOM - TOP)

    drawn = []
    for panel, threads in enumerate(("1", "2")):
        start, end = across(panel, sizes[0]), across(panel, sizes[-1])
        drawn.append(f'<text class="head" x="{start:.0f}" y="{TOP - 16}">{words[threads]}</text>')
        for decade in decades:
            y = up(10 ** decade)
            drawn.append(f'<path class="grid" d="M{start:.1f} {y:.1f}H{end:.1f}"/>')
            drawn.append(f'<text class="right" x="{start - 8:.1f}" y="{y + 4:.1f}">{10 ** decade}</text>')
        for n in sizes:
            drawn.append(f'<text class="middle" x="{across(panel, n):.1f}" y="{BOTTOM + 20}">{n}</text>')
        drawn.append(f'<text class="middle" x="{(start + end) / 2:.1f}" y="{BOTTOM + 40}">{words["n"]}</text>')
        for network in NETWORKS:
            points = " ".join(f"{across(panel, n):.1f},{up(times[network, threads, n]):.1f}" for n in sizes)
            drawn.append(f'<polyline class="{network}" points="{points}"/>')
            drawn += [f'<circle class="{network}" cx="{across(panel, n):.1f}" cy="{up(times[network, threads, n]):.1f}" r="3"/>'
                      for n in sizes]
    drawn.append(f'<text x="14" y="{TOP - 36}">{words["t"]}</text>')
    for k, (network, (_, *names)) in enumerate(NETWORKS.items()):
        x = 300 + 140 * k
        drawn.append(f'<circle class="{network}" cx="{x}" cy="20" r="5"/>')
        drawn.append(f'<text x="{x + 10}" y="24">{names[language == "zh"]}</text>')
    light = "".join(f".{n}{{stroke:{c}}}circle.{n}{{fill:{c}}}" for n, (c, *_) in NETWORKS.items())
    dark = "".join(f".{n}{{stroke:{DARK[c]}}}circle.{n}{{fill:{DARK[c]}}}" for n, (c, *_) in NETWORKS.items())
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" xml:lang="{language}">
<title>{words["title"]}</title>
<style>
text {{ font: 13px "Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; fill: #1f2328 }}
.head {{ font-weight: 600; font-size: 15px }} .right {{ text-anchor: end }} .middle {{ text-anchor: middle }}
.paper {{ fill: #ffffff; stroke: #d1d9e0 }} .grid {{ stroke: #d1d9e0 }} polyline {{ fill: none; stroke-width: 2 }}
{light}
@media (prefers-color-scheme: dark) {{
.paper {{ fill: #0d1117; stroke: #3d444d }} .grid {{ stroke: #3d444d }} text {{ fill: #f0f6fc }}
{dark}
}}
</style>
<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>
""" + "\n".join(drawn) + "\n</svg>\n"


def main():
    paths = [Path(path) for path in sys.argv[1:]]
    if not paths:
        sys.exit(__doc__)
    times = fastest(paths)
    for language, name in (("en", "time.svg"), ("zh", "time.zh.svg")):
        (paths[0].parent / name).write_text(draw(times, language), encoding="utf-8")


if __name__ == "__main__":
    main()
