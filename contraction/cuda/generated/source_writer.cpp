// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/source_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/generated/generated_source.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Elements that a thread reads at a time before it writes them to shared memory.
constexpr std::int64_t read_at_a_time = 8;

const char* real_prelude = R"(
__device__ inline void add_product(Element& sum, Element a, Element b) { sum += a * b; }
__device__ inline Element conjugate(Element a) { return a; }
__device__ inline Element times(Element a, Element b) { return a * b; }
__device__ inline Element plus(Element a, Element b) { return a + b; }
__device__ inline Element scaled(Real a, Element b) { return a * b; }
)";

const char* complex_prelude = R"(
__device__ inline void add_product(Element& sum, Element a, Element b) {
    sum.x += a.x * b.x;
    sum.x -= a.y * b.y;
    sum.y += a.x * b.y;
    sum.y += a.y * b.x;
}
__device__ inline Element conjugate(Element a) { return {a.x, -a.y}; }
__device__ inline Element times(Element a, Element b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ inline Element plus(Element a, Element b) { return {a.x + b.x, a.y + b.y}; }
__device__ inline Element scaled(Real a, Element b) { return {a * b.x, a * b.y}; }
)";

/// A kernel waits for those before it, whose blocks it may start beside, and lets the next start.
const char* overlap_prelude = R"(
__device__ inline void wait_for_kernels_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
)";

}  // namespace

SourceWriter::SourceWriter(const GeneratedProblem& problem, const GeneratedShape& shape)
    : problem_(problem), shape_(shape), layout_(layout_of(problem, shape)) {
    for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
        names_.push_back(
            fmt::format("{}_{}", variable_of("t", problem.tensors[tensor].name), tensor));
    }
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        std::string name = variable_of("i", problem.labels[label].name);
        while (std::find(labels_.begin(), labels_.end(), name) != labels_.end()) {
            name += fmt::format("_{}", label);
        }
        labels_.push_back(std::move(name));
    }
}

std::string SourceWriter::write() {
    write_prelude();
    out_.open(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}({})",
                          shape_.threads, generated_name, parameters()));
    write_blocks();
    write_memory();
    out_.line("wait_for_kernels_before();");
    bool has_reads = false;
    for (std::size_t tensor = 0; tensor < problem_.tensors.size(); ++tensor) {
        if (!is_read_first(tensor)) continue;
        write_read(tensor);
        has_reads = true;
    }
    if (has_reads) out_.line("__syncthreads();");
    for (std::size_t stage = 0; stage < problem_.stages.size(); ++stage) {
        write_stage(stage);
        if (is_used_later(stage)) out_.line("__syncthreads();");
    }
    out_.close();
    return out_.take();
}

bool SourceWriter::is_read_first(std::size_t tensor) const {
    return layout_.parts[tensor].is_there && !problem_.tensors[tensor].is_temporary;
}

void SourceWriter::write_prelude() {
    out_.line("// " + problem_.text);
    out_.line("// " + to_string(problem_, shape_));
    const bool is_double = problem_.dtype == DType::float64 || problem_.dtype == DType::complex128;
    const char* real = is_double ? "double" : "float";
    out_.line(fmt::format("typedef {} Real;", real));
    if (is_complex(problem_.dtype)) {
        out_.line(fmt::format("struct __align__({}) Element {{ Real x, y; }};",
                              size_bytes(problem_.dtype)));
        out_.line(complex_prelude + 1);
    } else {
        out_.line("typedef Real Element;");
        out_.line(real_prelude + 1);
    }
    out_.line(overlap_prelude + 1);
}

std::string SourceWriter::parameters() const {
    std::string text;
    for (std::size_t tensor = 0; tensor < problem_.tensors.size(); ++tensor) {
        const GeneratedTensor& is = problem_.tensors[tensor];
        if (is.is_temporary) continue;
        text += fmt::format("{}Element* __restrict__ {}, ", is.is_written ? "" : "const ",
                            names_[tensor]);
    }
    return text + "const Element alpha, const Element beta";
}

bool SourceWriter::is_cut_short(const BlockLabel& block) const {
    return problem_.labels[block.label].extent % block.chunk != 0;
}

std::string SourceWriter::rest_of(std::size_t label) const {
    for (const BlockLabel& block : shape_.blocks) {
        if (block.label == label && is_cut_short(block)) return "rest_" + labels_[label];
    }
    return "";
}

std::string SourceWriter::first_of(std::size_t label) const { return "first_" + labels_[label]; }

void SourceWriter::write_blocks() {
    std::int64_t below = 1;
    for (auto block = shape_.blocks.rbegin(); block != shape_.blocks.rend(); ++block) {
        const std::int64_t extent = problem_.labels[block->label].extent;
        const std::int64_t turns = divide_up(extent, block->chunk);
        std::string number =
            below == 1 ? "int(blockIdx.x)" : fmt::format("int(blockIdx.x) / {}", below);
        if (block + 1 != shape_.blocks.rend()) number += fmt::format(" % {}", turns);
        const std::string first = first_of(block->label);
        out_.line(block->chunk == 1
                      ? fmt::format("const int {} = {};", first, number)
                      : fmt::format("const int {} = {} * {};", first, number, block->chunk));
        if (is_cut_short(*block)) {
            out_.line(fmt::format("const int {} = {} - {};", rest_of(block->label), extent, first));
        }
        below *= turns;
    }
}

void SourceWriter::write_memory() {
    if (layout_.shared_bytes == 0) return;
    out_.line("extern __shared__ __align__(16) unsigned char memory[];");
    for (std::size_t tensor = 0; tensor < problem_.tensors.size(); ++tensor) {
        const SharedPart& part = layout_.parts[tensor];
        if (!part.is_there) continue;
        out_.line(fmt::format("Element* const {} = reinterpret_cast<Element*>(memory + {});",
                              shared_name(tensor), part.offset));
    }
}

std::string SourceWriter::shared_name(std::size_t tensor) const {
    std::string name = names_[tensor];
    name.front() = 's';
    return name;
}

void SourceWriter::write_digits(const std::string& number, const std::vector<Digit>& digits) {
    std::int64_t below = 1;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[i].extent == 1) {
            out_.line(fmt::format("const int {} = 0;", digits[i].name));
            continue;
        }
        std::string text = below == 1 ? number : fmt::format("{} / {}", number, below);
        below *= digits[i].extent;
        const bool is_last =
            std::all_of(digits.begin() + static_cast<std::ptrdiff_t>(i) + 1, digits.end(),
                        [](const Digit& digit) { return digit.extent == 1; });
        if (!is_last) text += fmt::format(" % {}", digits[i].extent);
        out_.line(fmt::format("const int {} = {};", digits[i].name, text));
    }
}

void SourceWriter::write_read(std::size_t tensor) {
    const SharedPart& part = layout_.parts[tensor];
    const GeneratedTensor& whole = problem_.tensors[tensor];
    std::vector<Digit> digits;
    OffsetText from;
    OffsetText to;
    std::string condition;
    std::int64_t elements = 1;
    for (const std::size_t mode : part.order) {
        const int block = block_of_mode(problem_, shape_, tensor, mode);
        if (block >= 0) {
            const std::size_t label = shape_.blocks[static_cast<std::size_t>(block)].label;
            from.add(first_of(label), whole.modes[mode].stride);
            if (const std::string rest = rest_of(label); !rest.empty()) {
                condition += fmt::format(" && m{} < {}", mode, rest);
            }
        }
        if (part.extents[mode] == 1) continue;
        const std::string digit = fmt::format("m{}", mode);
        digits.push_back({digit, part.extents[mode]});
        from.add(digit, whole.modes[mode].stride);
        to.add(digit, part.strides[mode]);
        elements *= part.extents[mode];
    }
    const std::int64_t turns = divide_up(elements, shape_.threads);
    const std::int64_t at_a_time = std::min(turns, read_at_a_time);
    out_.open(fmt::format("for (int begin = int(threadIdx.x); begin < {}; begin += {})", elements,
                          shape_.threads * at_a_time));
    out_.line(fmt::format("Element part[{}];", at_a_time));
    const auto each = [&](const std::string& act) {
        out_.line("#pragma unroll");
        out_.open(fmt::format("for (int turn = 0; turn < {}; ++turn)", at_a_time));
        out_.line(fmt::format("const int n = begin + turn * {};", shape_.threads));
        write_digits("n", digits);
        out_.line(fmt::format("if (n < {}{}) {}", elements, condition, act));
        out_.close();
    };
    each(fmt::format("part[turn] = {}[{}];", names_[tensor], from.text()));
    each(fmt::format("{}[{}] = part[turn];", shared_name(tensor), to.text()));
    out_.close();
}

}  // namespace ttgt::cuda
