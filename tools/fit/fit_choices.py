# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""How much is lost where a planner takes the launch that it predicts to be the fastest."""
import numpy as np

# A launch is taken with a share that falls by e for each such difference of the logarithms of
# predicted times: a smooth loss first, then one that is close to the planner's.
TEMPERATURES = (0.15, 0.06, 0.03)
# What times that are predicted wrong count beside losses. Launches that take e^0.4 times as long as
# the best one of their contraction count e times less.
TIMES, NEAR = 1.0, 0.4
FAR = 0.3  # logarithms of predicted over measured beyond this count as in Huber's loss
# How far values may go from where they were; of a list, whose entries few launches depend on, less.
MOST_TIMES, MOST_TIMES_OF_LIST = 5, 1.4


def shorten_far(residuals):
    """Residuals whose squares grow only linearly where they are far."""
    return residuals * np.sqrt(np.minimum(1, FAR / np.maximum(np.abs(residuals), 1e-12)))


class Choices:
    """The launches of each contraction."""

    def __init__(self, cases, measured):
        _, self.case = np.unique(cases, return_inverse=True)
        self.measured = measured
        self.temperature = TEMPERATURES[0]
        self.losses = np.log(self.over_least(measured))
        near = np.exp(-self.losses / NEAR)
        self.weights = near / self.sums(near)[self.case]

    def sums(self, values):
        return np.bincount(self.case, weights=values)

    def over_least(self, times):
        """Each launch's time over the least one of its contraction."""
        least = np.full(self.case.max() + 1, np.inf)
        np.minimum.at(least, self.case, times)
        return times / least[self.case]

    def misses(self, predicted):
        """The root of each contraction's loss, then how far predicted times are off."""
        taken = self.over_least(predicted) ** (-1 / self.temperature)
        losses = self.sums(taken * self.losses) / self.sums(taken)
        off = shorten_far(np.log(predicted / self.measured))
        return np.concatenate([np.sqrt(losses + 1e-6), np.sqrt(TIMES * self.weights) * off])

    def mean_loss(self, predicted):
        """Geometric mean of the time of the launch predicted to be the fastest over the best one's."""
        first = np.lexsort((predicted, self.case))
        _, firsts = np.unique(self.case[first], return_index=True)
        return np.exp(np.mean(self.losses[first[firsts]]))


def narrow(names, values, bounds):
    """Bounds that values may have, near where they are."""
    most = np.where(["[" in name for name in names], MOST_TIMES_OF_LIST, MOST_TIMES)
    low, high = bounds
    return np.maximum(low, values / most), np.where(values > 0, np.minimum(high, values * most), high)
