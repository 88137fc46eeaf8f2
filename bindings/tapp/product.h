// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tapp.h>
#include <ttgt/c_api.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/tapp/places.h"

namespace ttgt::tapp {

/// A tensor of a product: its layout with each index once (the strides of repeated ones summed).
struct Operand {
    TAPP_datatype type = TAPP_F64;
    std::vector<std::int64_t> indices;
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;
    bool conjugated = false;  ///< complex types only
};

/// A plan that is made when a run first needs it. Threads may share one.
class LazyPlan {
public:
    LazyPlan() = default;
    ~LazyPlan() { (void)ttgt_plan_destroy(plan_); }
    LazyPlan(const LazyPlan&) = delete;
    LazyPlan& operator=(const LazyPlan&) = delete;

    /// `place` is null for the calling thread's CPU context. Throws Failure where planning refuses.
    ttgt_plan get(const DeviceContext* place, const std::string& expression, const Operand& output,
                  const std::vector<const Operand*>& inputs);

private:
    std::once_flag made_;
    ttgt_plan plan_{};
};

/// The plans of a product on one device.
struct ProductPlans {
    LazyPlan assign;      ///< D = A*B
    LazyPlan accumulate;  ///< D += A*B
    LazyPlan copy;        ///< D = C
    LazyPlan add;         ///< D += C
};

/// D = op(alpha * op(A) * op(B) + beta * op(C)), the operation on D passed on to the others.
struct Product {
    TAPP_error error = success;  ///< what each execution returns, where the tensors do not fit
    Operand a, b, c, d;
    bool conjugates_scalars = false;
    TAPP_handle handle = 0;

    /// The plans of a place, null as above; made by the first execution there. They live as long as
    /// the product.
    [[nodiscard]] ProductPlans& plans_of(const DeviceContext* place);

private:
    std::mutex mutex_;
    std::map<std::intptr_t, ProductPlans> plans_;  // by the place's number, 0: none
};

/// The first error of the reference implementation's list that the tensors have.
[[nodiscard]] TAPP_error structure_error(const Operand& a, const Operand& b, const Operand& c,
                                         const Operand& d);

/// The tensor as it was given, repeated indices and all; throws Failure.
[[nodiscard]] Operand read_operand(TAPP_tensor_info info, const std::int64_t* indices,
                                   TAPP_element_op operation);
/// With each index once.
[[nodiscard]] Operand with_diagonals(Operand operand);

/// Bytes from the first to behind the last element at `data`; nothing where it has none.
struct ByteRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};
[[nodiscard]] ByteRange range_of(const Operand& operand, const void* data);
[[nodiscard]] bool intersect(const ByteRange& a, const ByteRange& b);

}  // namespace ttgt::tapp
