"""The plot of README: bars of CPU per message, a group for each job, as plain SVG."""
COLOURS = ["#9aa5b1", "#7b8794", "#c98b3c", "#6a8caf", "#b55d60", "#8c6bb1"]
OURS = "#1f8a4c"
JOBS = [f"{job}/{codec}" for job in ("consume/poll", "produce/callback")
        for codec in ("none", "lz4", "zstd")]
LEFT, WIDTH, BAR, GAP, TOP = 190, 520, 13, 16, 56


def escaped(words):
    return words.replace("&", "&amp;").replace("<", "&lt;")


def label(x, y, words, anchor="start", weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-weight="{weight}">'
            f"{escaped(words)}</text>")


def legend(clients, colours):
    parts, x = [], 10
    for client in clients:
        parts.append(f'<rect x="{x}" y="28" width="10" height="10" fill="{colours[client]}"/>')
        parts.append(label(x + 14, 37, client))
        x += 26 + 7 * len(client)
    return parts


def svg(results):
    """Of table.Results. Bars longer than the plot (Java's) are cut, and their figure says so."""
    others = [c for c in results.clients if c != results.ours and not c.startswith("base-")]
    clients = others + [results.ours]
    colours = {c: COLOURS[i % len(COLOURS)] for i, c in enumerate(others)}
    colours[results.ours] = OURS
    shown = [job for job in results.jobs if job.name in JOBS]
    values = {(j.name, c): results.median(j, c, "cpu_us") for j in shown for c in clients}
    usual = [v for (_, c), v in values.items() if v is not None and c != "java"]
    scale = WIDTH / (1.05 * max(usual, default=1.0))
    parts, y = legend(clients, colours), TOP
    for job in sorted(shown, key=lambda one: JOBS.index(one.name)):
        parts.append(label(LEFT - 10, y + 11, job.name, "end", "bold"))
        for client in clients:
            value = values[job.name, client]
            if value is None:
                continue
            length = min(value * scale, WIDTH)
            cut = " >" if value * scale > WIDTH else ""
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 2}" '
                         f'fill="{colours[client]}"/>')
            parts.append(label(LEFT + length + 5, y + 10, f"{value:.3f}{cut}"))
            y += BAR
        y += GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{y}" '
            'font-family="sans-serif" font-size="11">')
    return "\n".join([head, f'<rect width="100%" height="100%" fill="#fff"/>',
                      label(10, 18, "CPU of the whole process per message of 100 B, microseconds "
                            "(shorter is better)", weight="bold"), *parts, "</svg>", ""])
