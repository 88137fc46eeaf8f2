// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a product of 2 to 40 tensors, most extents powers of two, and how it is to be
// planned: either there is a plan, which explains itself and keeps to its workspace, or a typed
// error.
//
// byte 0: factors; 1: labels; 2: search, what is minimised, the strategy; 3: threads; 4: workspace
// limit; 5: rewrites and dtype; one for each label: its extent; then the labels of each tensor, the
// output last, one bit a label of one to three bytes. A tensor leaves out labels that would make it
// too large to exist, the output those that no factor has.
#include <ttgt/contraction.h>
#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "src/context/calibration.h"

namespace {

/// Ends the process, which is how a fuzzer learns of a failure.
void require(bool condition) {
    if (!condition) std::abort();
}

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    /// 0 behind the end.
    unsigned next() { return at_ < size_ ? data_[at_++] : 0U; }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

struct Request {
    std::string expression;
    std::vector<ttgt::OperandLayout> operands;
    ttgt::PlanOptions options;
    ttgt::PathOptions path;
    int threads = 1;
};

/// Few factors mostly, because more take longer to plan: 13 to 40 from one in eight.
unsigned factors_of(unsigned byte) { return byte < 224 ? 2 + byte % 9 : 2 + 9 + (byte - 224) % 30; }

/// Powers of two up to 2^40, every fourth one with neighbours, and small extents.
std::int64_t extent_of(unsigned byte) {
    const std::int64_t power = std::int64_t{1} << (byte % 41);
    return byte < 164 ? power : std::int64_t{1} + byte % 5 + (byte % 2 == 0 ? power : 0);
}

void choose_path(unsigned byte, unsigned factors, ttgt::PathOptions& path) {
    constexpr std::array<const char*, 4> searches{"auto", "greedy", "random-greedy", "optimal"};
    constexpr std::array<ttgt::Minimize, 3> minimized{ttgt::Minimize::time, ttgt::Minimize::flops,
                                                      ttgt::Minimize::memory};
    constexpr unsigned most_for_optimal = 10;  // more take too long for a fuzzer
    path.search = searches[byte % (factors <= most_for_optimal ? 4 : 3)];
    path.minimize = minimized[byte / 4 % 3];
}

std::optional<std::int64_t> limit_of(unsigned byte) {
    if (byte < 96) return std::nullopt;
    return byte < 128 ? 0 : std::int64_t{1} << (byte % 64 % 48);
}

/// One bit a label.
std::uint32_t read_labels(Bytes& bytes, const std::vector<std::int64_t>& extents) {
    constexpr double most_elements = 0x1p55;
    std::uint32_t labels = 0;
    double elements = 1;
    unsigned bits = 0;
    for (std::size_t label = 0; label < extents.size(); ++label, bits >>= 1U) {
        if (label % 8 == 0) bits = bytes.next();
        const double with = elements * static_cast<double>(extents[label]);
        if ((bits & 1U) == 0 || with > most_elements) continue;
        elements = with;
        labels |= std::uint32_t{1} << label;
    }
    return labels;
}

std::string text_of(std::uint32_t labels) {
    std::string text = "(";
    for (unsigned label = 0; labels >> label != 0; ++label) {
        if ((labels >> label & 1U) != 0) {
            text += (text.size() > 1 ? ",l" : "l") + std::to_string(label);
        }
    }
    return text + ")";
}

ttgt::Layout layout_of(std::uint32_t labels, const std::vector<std::int64_t>& extents) {
    std::vector<std::int64_t> own;
    for (std::size_t label = 0; label < extents.size(); ++label) {
        if ((labels >> label & 1U) != 0) own.push_back(extents[label]);
    }
    return ttgt::packed(own);
}

Request read_request(Bytes bytes) {
    Request request;
    const unsigned factors = factors_of(bytes.next());
    const unsigned labels = 1 + bytes.next() % 24;
    const unsigned way = bytes.next();
    choose_path(way, factors, request.path);
    request.options.strategy = way < 224 ? "auto" : "classic";
    request.threads = static_cast<int>(1 + bytes.next() % 64);
    request.options.workspace_limit = limit_of(bytes.next());
    const unsigned flags = bytes.next();
    request.path.share = flags % 2 == 0;
    request.path.choose_layouts = flags / 2 % 2 == 0;
    constexpr std::array<ttgt::DType, 4> dtypes{ttgt::DType::float64, ttgt::DType::float32,
                                                ttgt::DType::complex128, ttgt::DType::float16};
    const ttgt::DType dtype = dtypes[flags / 4 % 4];
    std::vector<std::int64_t> extents;
    for (unsigned label = 0; label < labels; ++label) extents.push_back(extent_of(bytes.next()));
    request.operands.resize(1);
    std::uint32_t known = 0;
    for (unsigned factor = 0; factor < factors; ++factor) {
        const std::uint32_t own = read_labels(bytes, extents);
        known |= own;
        request.expression += (factor == 0 ? "=T" : "*T") + std::to_string(factor) + text_of(own);
        request.operands.push_back({dtype, layout_of(own, extents)});
    }
    const std::uint32_t output = read_labels(bytes, extents) & known;
    request.expression.insert(0, "D" + text_of(output));
    request.operands.front() = {dtype, layout_of(output, extents)};
    return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto calibration = ttgt::built_in_calibration();
    try {
        const Request request = read_request({data, size});
        ttgt::ContextOptions settings;
        settings.threads = request.threads;
        settings.calibration = calibration;
        ttgt::Context context(settings);
        const ttgt::ContractionPlan plan = ttgt::plan_contraction(
            context, request.expression, request.operands, request.options, request.path);
        const ttgt::Report report = plan.prediction();
        require(plan.workspace_bytes() >= 0);
        require(plan.workspace_bytes() <= request.options.workspace_limit.value_or(INT64_MAX));
        require(report.bytes >= 0 && std::isfinite(report.predicted_ms));
        for (const ttgt::StepReport& step : report.steps) require(step.bytes >= 0);
        require(!plan.explain().empty());
    } catch (const ttgt::Error&) {
        return 0;
    }
    return 0;
}
