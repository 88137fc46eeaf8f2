# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What the figures and the page say about cases: groups, bins of intensity, means."""
import math
import statistics
from dataclasses import dataclass

BINS = 8
DTYPES = ("float32", "float64", "complex64", "complex128")
STRATEGIES = ("classic", "direct", "auto")


@dataclass(frozen=True)
class Panel:
    """What one pair of axes shows: the cases of one dtype on one device."""
    title: str
    cases: list

    def by_strategy(self):
        return [(name, [case for case in self.cases if case.strategy == name])
                for name in strategies_of(self.cases)]

    def peak_gflops(self):
        """The highest of the runs; NaN where none states one."""
        peaks = [case.peak_gflops for case in self.cases if case.peak_gflops > 0]
        return max(peaks, default=math.nan)

    def highest_gflops(self):
        """Of the cases, and of the peak where there is one."""
        values = [value for case in self.cases for value in (case.gflops, case.peak_gflops)]
        return max(value for value in values if not math.isnan(value))


@dataclass(frozen=True)
class Bin:
    """The cases of one strategy in one interval of intensity, by growing GFLOP/s."""
    number: int
    cases: list

    def mean_gflops(self):
        return statistics.fmean(case.gflops for case in self.cases)


def strategies_of(cases):
    """The strategies that occur, known ones first, in an order that never changes."""
    names = {case.strategy for case in cases}
    known = [name for name in STRATEGIES if name in names]
    return known + sorted(names.difference(known))


def dtype_order(name):
    """A key to sort by: the known ones first, by width."""
    return (DTYPES.index(name) if name in DTYPES else len(DTYPES), name)


def panels_of(cases):
    """One panel for each dtype, or for each dtype and device where there are several devices."""
    devices = sorted({case.device for case in cases})
    dtypes = sorted({case.dtype for case in cases}, key=dtype_order)
    panels = []
    for dtype in dtypes:
        for device in devices:
            members = [case for case in cases if (case.dtype, case.device) == (dtype, device)]
            if members:
                panels.append(Panel(f"{dtype}, {device}" if len(devices) > 1 else dtype, members))
    return panels


def shown_by(figure, cases):
    """The cases that have what the figure shows."""
    return [case for case in having(cases, *figure.needs)
            if not any(math.isnan(getattr(case, column)) for column in figure.known)]


def having(cases, *columns):
    """The cases whose numbers in these columns are positive and finite, as logarithms need them."""
    return [case for case in cases
            if all(0 < getattr(case, column) < math.inf for column in columns)]


def log_edges(values, count=BINS):
    """The count + 1 edges of bins that are equally wide on a logarithmic axis."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low / 2, high * 2
    edges = [low * (high / low) ** (i / count) for i in range(count + 1)]
    edges[-1] = high
    return edges


def edge_texts(edges):
    """Three digits, and no exponent for the intensities that occur."""
    return [f"{edge:.0f}" if 1000 <= edge < 1e6 else f"{edge:.3g}" for edge in edges]


def bin_number(value, edges):
    """Each bin holds its lower edge; the last one also its upper edge."""
    for number in range(len(edges) - 2):
        if value < edges[number + 1]:
            return number
    return len(edges) - 2


def bins_of(cases, edges):
    """The bins that hold a case."""
    members = {}
    for case in cases:
        members.setdefault(bin_number(case.intensity, edges), []).append(case)
    return [Bin(number, sorted(members[number], key=lambda case: case.gflops))
            for number in sorted(members)]


def fastest_shares(panel, edges):
    """The bins that hold a case which all strategies ran, and for each strategy the share, in per
    cent, of such cases that it is the fastest of."""
    strategies = strategies_of(panel.cases)
    of_id = {}
    for case in panel.cases:
        of_id.setdefault((case.id, case.extents), {})[case.strategy] = case
    wins = {}
    for cases in of_id.values():
        if len(cases) < len(strategies):
            continue
        fastest = min(strategies, key=lambda name: cases[name].time_ms)
        wins.setdefault(bin_number(cases[fastest].intensity, edges), []).append(fastest)
    numbers = sorted(wins)
    return numbers, [(name, [100 * wins[number].count(name) / len(wins[number])
                             for number in numbers]) for name in strategies]


def overhead_medians(cases, edges):
    """(number of the bin, median overhead) of each bin that holds a case."""
    return [(one.number, statistics.median(case.overhead for case in one.cases))
            for one in bins_of(cases, edges)]


def geometric_mean(values):
    """Of the positive ones among the values; NaN where there is none."""
    logarithms = [math.log(value) for value in values if 0 < value < math.inf]
    return math.exp(statistics.fmean(logarithms)) if logarithms else math.nan


def counts(values, edges):
    """How many values are in each bin."""
    numbers = [bin_number(value, edges) for value in values]
    return [numbers.count(number) for number in range(len(edges) - 1)]


def best_first(cases, column):
    """The cases by falling value, and the share of them, in per cent, that is at least as good."""
    ordered = sorted(cases, key=lambda case: getattr(case, column), reverse=True)
    return [100.0 * (i + 1) / len(ordered) for i in range(len(ordered))], ordered


def median_absolute_error(cases):
    """Of the predicted time relative to the measured one."""
    return statistics.median(abs(case.predicted_over_measured - 1) for case in cases)


def error_label(strategy, title, cases):
    return f"{strategy}, {title}: median absolute error {100 * median_absolute_error(cases):.1f} %"


def mean_label(strategy, values):
    """Of values that fall."""
    return f"{strategy}: geometric mean {geometric_mean(values):.3g}, worst {values[-1]:.3g}"
