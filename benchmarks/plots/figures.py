# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Which figures of contractions there are; contractions.py and interactive.py draw each of them."""
from dataclasses import dataclass

INTENSITY = "arithmetic intensity (FLOP per element of D, L and R)"
SHARE = "share of the cases, best first (%)"


@dataclass(frozen=True)
class Figure:
    name: str
    title: str
    text: str
    needs: tuple  # the columns whose numbers must be positive; cases without them are not drawn
    label: str    # of the vertical axis
    known: tuple = ()  # the columns that must hold a number, which may be 0


FIGURES = (
    Figure("gflops_by_intensity", "Speed by arithmetic intensity",
           "Worst, mean and best of the cases in each of eight bins, equally wide on a logarithmic "
           "axis.", ("intensity", "gflops"), "GFLOP/s"),
    Figure("fastest_by_intensity", "The fastest strategy by arithmetic intensity",
           "Of the cases that all strategies ran: the share that each is the fastest of, in each of "
           "eight bins.", ("intensity", "time_ms"), "share of the cases (%)"),
    Figure("overhead_by_intensity", "Transpose overhead by arithmetic intensity",
           "The share of the time outside the matrix product or Direct step: every case, and the "
           "median of each of eight bins.", ("intensity",), "overhead (% of the time)",
           ("overhead",)),
    Figure("predicted_over_measured", "Predicted over measured time",
           "What the model said before the run, over what the run took.",
           ("predicted_ms",), "predicted over measured time"),
    Figure("roofline_fraction", "Roofline fraction",
           "The time that the machine's matrix-product peak and copy bandwidth allow, over the "
           "measured time; 1 is the best there is.",
           ("roofline_fraction",), "roofline time / measured time"),
    Figure("of_gemm", "Speed beside the bare matrix product",
           "The time of one matrix product of the same m, n and k on packed operands, over the "
           "measured time.", ("of_gemm",), "time of the matrix product / measured time"),
)
