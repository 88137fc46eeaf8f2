// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/profile.h"

namespace ttgt::c {
namespace {

ttgt_profile numbers_of(const Report& report) {
    ttgt_profile profile{};
    profile.m = report.m;
    profile.n = report.n;
    profile.k = report.k;
    profile.batch = report.batch;
    profile.flops = report.flops;
    profile.bytes = report.bytes;
    profile.arithmetic_intensity = report.arithmetic_intensity;
    profile.workspace_bytes = report.workspace_bytes;
    profile.predicted_ms = report.predicted_ms;
    profile.total_ms = report.total_ms;
    profile.gemm_ms = report.gemm_ms;
    profile.overhead = report.overhead;
    return profile;
}

}  // namespace

void write_profile(const Report& report, ttgt_profile* profile, char* text, std::size_t capacity,
                   std::size_t* length) {
    write_numbers(numbers_of(report), profile);
    write_text(to_text(report), text, capacity, length);
}

}  // namespace ttgt::c
