// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <memory>
#include <string>

#include "contraction/execute/backend.h"

namespace ttgt::test {

/// A backend of which only Direct, Reduce and Scale are there; the others are noted, not done.
class DirectBackend : public Backend {
public:
    void transpose(const TransposeStep&, const Scalars&, const void*, void*,
                   const Resources&) const override {
        is_other_ = true;
    }
    void gemm(const GemmStep&, const Scalars&, const void*, const void*, void*,
              const Resources&) const override {
        is_other_ = true;
    }
    void product_loops(const ProductLoops&, const LoopRun&, const Resources&) const override {
        is_other_ = true;
    }
    [[nodiscard]] std::shared_ptr<char> make_zeroed(const Layout&, std::int64_t,
                                                    const Resources&) const override {
        throw Unsupported("nothing is measured");
    }
    [[nodiscard]] std::unique_ptr<StepTimer> make_timer(const Plan&,
                                                        const Resources&) const override {
        throw Unsupported("nothing is timed");
    }
    [[nodiscard]] std::string platform(int) const override { return "a test"; }
    [[nodiscard]] std::string generating_platform(int) const override { return "a test"; }

    /// Whether a step was met that is not under test.
    [[nodiscard]] bool is_other() const { return is_other_; }

private:
    mutable bool is_other_ = false;
};

}  // namespace ttgt::test
