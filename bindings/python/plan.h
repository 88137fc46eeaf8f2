// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings/python/operand.h"
#include "bindings/python/python_lock.h"
#include "bindings/python/signals.h"

namespace ttgt::python {

/// Nothing where the object is None.
std::optional<ttgt_scalar> read_scalar(nb::handle object);

struct ContextSettings {
    std::optional<std::string> device;
    std::uintptr_t stream = 0;
    int threads = 0;
    std::int64_t workspace_limit = -1;
    nb::object allocator = nb::none();  ///< with allocate(bytes) -> int, deallocate(address, bytes)
    bool use_kept_choices = false;
};

class Plan;

/// Elements of all operands up to which a run keeps Python's lock: it is over before another thread
/// would have taken it.
inline constexpr std::int64_t small_run = 2048;

/// A context of the library. One that was made serves one thread at a time, so runs wait for each
/// other, with Python's lock released; the threads' own one (`own()`) needs no lock. A child of
/// fork() has those of its parent that no thread was using and that are on CPUs.
class Context {
public:
    explicit Context(ContextSettings settings);
    Context(const Context&) = delete;  // it owns a handle
    Context& operator=(const Context&) = delete;
    ~Context();
    static std::shared_ptr<Context> own();

    [[nodiscard]] ttgt_context handle() const { return handle_; }
    [[nodiscard]] bool is_on_device() const {
        return settings_.device && settings_.device->starts_with("cuda");
    }
    /// Calls `act` without Python's lock where that is worth it, and alone in this context. Raises
    /// InvalidArgument where a fork() has left the context behind.
    template <class Act>
    auto run(bool is_small, Act&& act);
    /// Raises what run() raises before it calls.
    void check_can_run() const;
    /// For all contexts, in a child of fork() before anything else.
    static void after_fork();

private:
    Context();
    void check_usable() const;
    void become_childs();

    ttgt_context handle_{0};
    std::unique_ptr<std::mutex> running_ = std::make_unique<std::mutex>();
    const char* left_behind_ = nullptr;  ///< why fork() left it, in the child
    ContextSettings settings_;           // the allocator lives as long
};

struct PlanSettings {
    std::optional<std::string> strategy;
    bool measure = false;
    int tf32 =
        0;  ///< products of TF32 for one of float32: 0, 1, 3; 8: products of INT8; 9: fewer of them
    std::int64_t workspace_limit = -1;
    int beta_is_zero = -1;
    bool generated_kernels = false;
    double search_seconds = 2;
    std::vector<std::int32_t> path;  ///< two positions for each step; empty: a path is searched for
    std::int64_t most_elements = -1;  ///< most elements of an intermediate; negative: any number
};

/// Where a run takes its scratch and its place in the order of a device's work; zeros: the
/// context's.
struct RunSettings {
    std::uintptr_t workspace = 0;
    std::int64_t workspace_bytes = 0;
    std::uintptr_t stream = 0;
};

/// The numbers of ttgt_profile by name, and "text". `profile(numbers, text, capacity)` runs and
/// writes them.
nb::dict profile_of(const std::function<void(ttgt_profile*, char*, std::size_t)>& profile);
ttgt_run_options options_of(const RunSettings& settings);
/// Refuses a tensor that does not lie where the context works: a run is told addresses alone, and
/// would follow any.
void check_space(const ttgt_tensor& tensor, const char* name, bool is_on_device);

/// A plan and the layouts that it was made for: other arrays are refused.
class Plan {
public:
    Plan(std::shared_ptr<Context> context, const std::string& expression, const Operand& output,
         const Operand* inputs, std::size_t count, const PlanSettings& settings);
    Plan(const Plan&) = delete;  // it owns a handle
    Plan& operator=(const Plan&) = delete;
    ~Plan() { ttgt_plan_destroy(handle_); }

    [[nodiscard]] bool has_layouts(const Operand& output, const Operand* inputs,
                                   std::size_t count) const;
    void check_layouts(const Operand& output, const Operand* inputs, std::size_t count) const;
    void run(const Operand& output, const Operand* inputs, std::size_t count, nb::handle alpha,
             nb::handle beta, const RunSettings& settings) const;
    /// Of arrays whose layouts the caller has seen to be the plan's.
    void run_at(void* output, const void* const* inputs, std::size_t count, nb::handle alpha,
                nb::handle beta, const RunSettings& settings) const;
    /// The numbers of ttgt_profile by name, and "text".
    [[nodiscard]] nb::dict profile(const Operand& output, const Operand* inputs, std::size_t count,
                                   nb::handle alpha, nb::handle beta,
                                   const RunSettings& settings) const;
    [[nodiscard]] std::string explain(int losers) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    std::shared_ptr<Context> context_;
    ttgt_plan handle_{0};
    std::string layouts_;
    bool is_small_;
};

template <class Act>
auto Context::run(bool is_small, Act&& act) {
    check_no_run_waits();
    if (handle_.id == 0 && is_small) return act();
    check_usable();
    const SignalsEndRuns signals;
    const LockReleased released;  // first: who holds `running_` may want Python's lock
    if (handle_.id == 0) return act();
    const std::lock_guard alone(*running_);
    return act();
}

}  // namespace ttgt::python
