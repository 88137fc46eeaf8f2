# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The table of ttgt and its rivals, and its geometric means."""

import statistics

COLUMNS = ("set", "id", "expression", "extents", "dtype", "m", "n", "k", "batch", "ai", "ttgt_ms",
           "einsum_packed_ms", "gemm_ms", "copy_ms", "roofline_ms", "message")
CONTENDERS = ("einsum_packed_ms", "gemm_ms", "ttgt_ms")


def join(case, ttgt, rivals, message):
    """One row. `rivals` has the times of torch by column, `message` what kept it from any."""
    sizes = case.sizes()
    messages = {"ttgt": ttgt.message or ("wrong result" if ttgt.check == "fail" else ""),
                "torch": message}
    return {"set": case.set, "id": case.id, "expression": case.expression,
            "extents": case.extents_text(), "dtype": case.dtype, "m": sizes.m, "n": sizes.n,
            "k": sizes.k, "batch": sizes.batch, "ai": ttgt.ai,
            "ttgt_ms": None if ttgt.check == "fail" else ttgt.time_ms,
            "roofline_ms": ttgt.roofline_ms, **rivals,
            "message": "; ".join(f"{who}: {what}" for who, what in messages.items() if what)}


def cell(value):
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def line(row):
    return "\t".join(cell(row.get(column)) for column in COLUMNS)


def geometric_means(rows):
    """(set, cases, means of roofline_ms over each time), of the cases that all contenders ran."""
    complete = [row for row in rows
                if all(row.get(column) for column in (*CONTENDERS, "roofline_ms"))]
    means = []
    for name in dict.fromkeys(row["set"] for row in complete):
        members = [row for row in complete if row["set"] == name]
        means.append((name, len(members), *(
            statistics.geometric_mean(row["roofline_ms"] / row[contender] for row in members)
            for contender in CONTENDERS)))
    return means
