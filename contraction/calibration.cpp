// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/machine.h"

namespace ttgt {
namespace {

Calibration generic() {
    Calibration c;
    c.name = "generic";
    c.threads = 2;
    c.fork_us = 3;
    c.gemm_call_us = 0.2;
    c.direct_piece_ns = 2;
    c.copy = {{40, 60, 45, 40, 35, 30}, {50, 110, 90, 75, 45, 45}};
    c.transpose = {{25, 25, 24, 22, 20, 18}, {25, 45, 45, 42, 35, 32}};
    RatesByShape f64{{{
        {{{3.20, 10.2, 25.6, 32.7, 33.7},
          {8.5, 22.7, 34, 35, 22},
          {17, 35, 39, 31, 17},
          {19, 39, 40, 25, 13.5},
          {21.8, 41, 40, 22.7, 13}}},
        {{{5.1, 20.5, 37, 38.5, 45},
          {12.8, 37, 42, 40, 40},
          {21.5, 44.8, 43.7, 41, 34},
          {24, 46, 44, 36, 33},
          {25.6, 47, 40, 41, 33}}},
        {{{17, 41, 54, 56, 54},
          {34, 49.5, 56, 56, 38},
          {44, 55, 57, 47, 46},
          {48, 56, 45, 50, 46},
          {50, 35, 45, 49, 44}}},
        {{{25, 41, 57, 58, 21},
          {43, 55, 58, 40, 39},
          {52, 57, 44, 49, 49},
          {55, 36, 47, 52, 50},
          {17, 34, 45, 48, 48}}},
        {{{27, 42, 58, 21, 20},
          {45, 52, 35, 37, 36},
          {52, 34, 42, 49, 43},
          {17, 35, 44, 47, 47},
          {16, 21, 40, 46, 47}}},
    }}};
    c.gemm_float64 = f64;
    c.gemm_float32 = f64;
    c.direct_float64 = f64;
    for (auto& p : c.gemm_float32.rate)
        for (auto& r : p)
            for (double& v : r) v *= 2;
    c.direct_float32 = c.gemm_float32;
    for (auto* t : {&c.direct_float32, &c.direct_float64})
        for (auto& p : t->rate)
            for (auto& r : p)
                for (double& v : r) v = 1;
    return c;
}

}  // namespace

std::shared_ptr<const Calibration> built_in_calibration() {
    static const auto calibration = std::make_shared<const Calibration>(generic());
    return calibration;
}

}  // namespace ttgt
