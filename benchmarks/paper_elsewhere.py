"""The slips of benchmarks/paper.py by other programs: `python paper_elsewhere.py PROGRAM < slips`.

Each is a plain slip: four to a sheet in the order for one cut, table, round, event, names, boxes.
Run by a Python that has the program (typst, reportlab, fpdf2, weasyprint) and nothing of Runner's;
it says the CPU seconds with its import, and the kilobytes of the file.
"""

from __future__ import annotations

import json
import sys
import time

MM = 72 / 25.4
BOXES = ("Win", "Draw", "Drop", "Penalty")


def sheets(slips):
    count = -(-len(slips) // 4)
    return [slips[sheet::count] for sheet in range(count)]


def table(slips) -> bytes:
    from weasyprint import HTML

    rows = []
    for sheet in sheets(slips):
        rows.append("<section>")
        for slip in sheet:
            names = "".join(
                f"<tr><td>{name}</td>{'<td class=box></td>' * 4}<td class=sign></td></tr>"
                for name in slip["seats"]
            )
            heads = "".join(f"<th>{box}</th>" for box in BOXES)
            rows.append(
                f"<article><h2>{slip['table']}</h2><p>{slip['round']} · {slip['event']}</p><table>"
                f"<tr><th>Player</th>{heads}<th>Signature</th></tr>{names}</table></article>"
            )
        rows.append("</section>")
    style = (
        "@page{size:A4;margin:0}section{break-after:page}article{height:74mm;padding:4mm 10mm;"
        "box-sizing:border-box}h2{margin:0;font-size:32pt;line-height:1}p{margin:0}"
        "table{width:100%;border-collapse:collapse}td{height:8mm;border-bottom:1px solid #999}"
        ".box{width:12mm;border:1px solid}.sign{width:40mm}"
    )
    return HTML(string=f"<style>{style}</style>{''.join(rows)}").write_pdf()


def typst(slips) -> bytes:
    import tempfile
    from pathlib import Path

    import typst as compiler

    source = (
        '#set page(paper: "a4", margin: 0mm)\n#let slip(number, title, names) = block(height: 74mm,'
        " width: 100%, inset: (x: 10mm, y: 4mm))[#text(32pt, weight: 700)[#number] #title\n"
        "#table(columns: (1fr, 12mm, 12mm, 12mm, 12mm, 40mm), rows: 8mm, [Player],"
        + "".join(f"[{box}]," for box in BOXES)
        + "[Signature], ..names.map(name => (name, [], [], [], [], [])).flatten())]\n"
    )
    for sheet in sheets(slips):
        for slip in sheet:
            names = ", ".join(json.dumps(name, ensure_ascii=False) for name in slip["seats"])
            title = f"{slip['round']} · {slip['event']}"
            source += f"#slip([{slip['table']}], [{title}], ({names},))\n"
        source += "#pagebreak(weak: true)\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "slips.typ"
        path.write_text(source, encoding="utf-8")
        return compiler.compile(str(path))


def reportlab(slips) -> bytes:
    import io

    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    page = Canvas(out, pagesize=(210 * MM, 297 * MM))
    for sheet in sheets(slips):
        for place, slip in enumerate(sheet):
            top = (297 - 74.25 * place) * MM
            page.setFont("Helvetica-Bold", 32)
            page.drawString(10 * MM, top - 15 * MM, str(slip["table"]))
            page.setFont("Helvetica", 14)
            page.drawString(44 * MM, top - 10 * MM, f"{slip['round']} - {slip['event']}")
            for row, name in enumerate(slip["seats"]):
                y = top - (32 + 9 * row) * MM
                page.drawString(17 * MM, y, name)
                page.line(10 * MM, y - 2 * MM, 200 * MM, y - 2 * MM)
                for box in range(4):
                    page.rect((95 + 13 * box) * MM, y - MM, 6 * MM, 6 * MM)
        page.showPage()
    page.save()
    return out.getvalue()


def fpdf2(slips) -> bytes:
    from fpdf import FPDF

    page = FPDF(format="A4")
    page.set_auto_page_break(False)
    for sheet in sheets(slips):
        page.add_page()
        for place, slip in enumerate(sheet):
            top = 74.25 * place
            page.set_font("Helvetica", "B", 32)
            page.text(10, top + 15, str(slip["table"]))
            page.set_font("Helvetica", "", 14)
            page.text(44, top + 10, f"{slip['round']} - {slip['event']}")
            for row, name in enumerate(slip["seats"]):
                y = top + 32 + 9 * row
                page.text(17, y, name)
                page.line(10, y + 2, 200, y + 2)
                for box in range(4):
                    page.rect(95 + 13 * box, y - 5, 6, 6)
    return bytes(page.output())


if __name__ == "__main__":
    given = json.load(sys.stdin)
    started = time.process_time()
    programs = {"table": table, "typst": typst, "reportlab": reportlab, "fpdf2": fpdf2}
    made = programs[sys.argv[1]](given)
    print(time.process_time() - started, len(made) / 1000)
