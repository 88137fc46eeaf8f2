// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The benchmark's cases of blocks with short sections, compared with the dense reference by every
// way; pools of blocks; very many blocks; blocks of one section.
#include <ttgt/blocks.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/core/files/text_file.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/blocks/device_blocks.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/source_folder.h"
#include "tools/bench/cases/block_case_file.h"

namespace ttgt::test {
namespace {

/// The text of a file of cases, all extents divided by `by` and rounded up.
std::string with_short_sections(const std::string& text, std::int64_t by) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("mode ")) {
            std::istringstream words(line);
            std::string word;
            std::string label;
            words >> word >> label;
            line = "mode " + label;
            for (std::int64_t extent = 0; words >> extent;) {
                line += fmt::format(" {}", (extent + by - 1) / by);
            }
        }
        if (!line.starts_with("flops ")) result += line + "\n";
    }
    return result;
}

std::vector<std::string> labels_of(const std::string& expression, const std::string& name) {
    const std::size_t begin = expression.find(name + "(") + name.size() + 1;
    std::istringstream words(expression.substr(begin, expression.find(')', begin) - begin));
    std::vector<std::string> labels;
    for (std::string label; std::getline(words, label, ',');) labels.push_back(label);
    return labels;
}

/// Elements of the dense tensor with zeros.
double dense_volume(const BlockLayout& layout) {
    double volume = 1;
    for (const Sections& sections : layout.sections()) {
        double extent = 0;
        for (const std::int64_t section : sections) extent += static_cast<double>(section);
        volume *= extent;
    }
    return volume;
}

class BlockCasesGpu : public GpuTest {
protected:
    [[nodiscard]] Context& context() {
        if (!context_) context_.emplace(options());
        return *context_;
    }

    testing::AssertionResult check(const tool::BlockCase& its, BlockMethod method) {
        Random random(3);
        RandomBlocks problem;
        problem.text = its.expression;
        problem.labels = {labels_of(its.expression, "D"), labels_of(its.expression, "A"),
                          labels_of(its.expression, "B")};
        problem.conjugated = {false, false};
        const BlockLayout d = output_blocks(its.expression, its.inputs);
        for (const BlockLayout& layout : {d, its.inputs[0], its.inputs[1]}) {
            problem.operands.emplace_back(its.dtype, layout, random).fill(random);
        }
        BlockPlanOptions options;
        options.method = method;
        return check_block_run(problem, options, [&](RandomBlocks& run, const auto& planning) {
            const BlockContractionPlan plan =
                plan_contraction(context(), run.text, block_operands(run), planning);
            DeviceBlockContraction contraction(run, plan, device());
            contraction.run();
            return contraction.bring_back(run);
        });
    }

    /// Whether the dense reference is quick.
    [[nodiscard]] static bool is_small(const tool::BlockCase& its) {
        constexpr double most_elements = 1e6;
        // The three volumes' product is the square of the number of products.
        constexpr double most_products = 2e8;
        const double a = dense_volume(its.inputs[0]);
        const double b = dense_volume(its.inputs[1]);
        const double d = dense_volume(output_blocks(its.expression, its.inputs));
        return std::max({a, b, d}) < most_elements && std::sqrt(a * b * d) < most_products;
    }

private:
    std::optional<Context> context_;
};

TEST_F(BlockCasesGpu, CasesWithShortSectionsAgreeWithTheDenseReference) {
    int checked = 0;
    for (const char* file : {"synthetic_shared.txt", "yastn_shared.txt"}) {
        const std::string path =
            std::string(TTGT_SOURCE_DIR "/benchmarks/data/blocksparse/") + file;
        const std::string text = with_short_sections(read_text_file(path), 150);
        for (const tool::BlockCase& its : tool::parse_block_cases(text, path)) {
            if (!is_small(its)) continue;
            ++checked;
            for (const BlockMethod method :
                 {BlockMethod::cheapest, BlockMethod::components, BlockMethod::together}) {
                ASSERT_TRUE(check(its, method))
                    << its.name << ", method " << static_cast<int>(method);
            }
        }
    }
    EXPECT_GT(checked, 10);
}

/// Elements of a pool on a device.
class DevicePool {
public:
    DevicePool(const BlockTensor<double>& tensor, int device, Stream stream)
        : layout_(tensor.layout()), buffer_(bytes(tensor) + 8, device, stream, "a test") {
        cuda::copy_to_device(buffer_.data(), tensor.begin(), bytes(tensor), stream);
    }
    [[nodiscard]] BlockTensorView view() const {
        return {DType::float64, layout_, buffer_.data(), MemorySpace::device};
    }
    [[nodiscard]] std::vector<double> fetch() const {
        std::vector<double> elements(static_cast<std::size_t>(layout_.elements()));
        cuda::copy_to_host(elements.data(), buffer_.data(), layout_.elements() * 8,
                           buffer_.stream());
        cuda::synchronize(buffer_.stream());
        return elements;
    }

private:
    static std::int64_t bytes(const BlockTensor<double>& tensor) { return tensor.size() * 8; }

    BlockLayout layout_;
    cuda::DeviceBuffer buffer_;
};

/// Small integers, so that sums are exact in any order.
BlockTensor<double> small_integers(const BlockLayout& layout) {
    BlockTensor<double> tensor(layout);
    std::int64_t value = 0;
    for (double& element : tensor) element = static_cast<double>(value++ % 7 - 3);
    return tensor;
}

BlockLayout all_blocks(const std::vector<Sections>& sections) {
    std::vector<BlockCoordinates> blocks;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(sections[0].size()); ++i) {
        for (std::int32_t j = 0; j < static_cast<std::int32_t>(sections[1].size()); ++j) {
            blocks.push_back({i, j});
        }
    }
    return BlockLayout(sections, blocks);
}

TEST_F(BlockCasesGpu, PoolsGiveWhatTheCpuComputes) {
    const BlockLayout l = all_blocks({{3, 40, 7}, {5, 33}});
    const BlockLayout r({{5, 33}, {64, 2, 9}}, {{0, 0}, {1, 1}, {1, 2}});
    const char* const text = "D(c,a)+=2*L(a,k)*R(k,c)";
    const BlockLayout d = output_blocks(text, {l, r});
    BlockTensor<double> expected = small_integers(d);
    const BlockTensor<double> left = small_integers(l);
    const BlockTensor<double> right = small_integers(r);
    for (const BlockMethod method : {BlockMethod::cheapest, BlockMethod::pairs,
                                     BlockMethod::components, BlockMethod::together}) {
        const Stream stream = context().stream();
        const DevicePool on_d(expected, device(), stream);
        const DevicePool on_l(left, device(), stream);
        const DevicePool on_r(right, device(), stream);
        BlockContractOptions options;
        options.method = method;
        options.context = &context();
        contract(text, on_d.view(), on_l.view(), on_r.view(), options);
        options.context = nullptr;
        BlockTensor<double> result = expected.clone();
        contract(text, result, left, right, options);

        EXPECT_EQ(on_d.fetch(), std::vector<double>(result.begin(), result.end()))
            << static_cast<int>(method);
    }
}

TEST_F(BlockCasesGpu, ManyBlocksOfOneElementArePermuted) {
    const Sections ones(300, 1);
    const BlockLayout from = all_blocks({ones, ones});
    const BlockLayout to = output_blocks("P(b,a)=X(a,b)", {from});
    const BlockTensor<double> input = small_integers(from);
    BlockTensor<double> expected(to);
    contract("P(b,a)=X(a,b)", expected, input);
    const Stream stream = context().stream();
    const DevicePool in(input, device(), stream);
    const DevicePool out(BlockTensor<double>(to), device(), stream);
    BlockContractOptions options;
    options.context = &context();

    contract("P(b,a)=X(a,b)", out.view(), in.view(), options);

    EXPECT_EQ(out.fetch(), std::vector<double>(expected.begin(), expected.end()));
}

TEST_F(BlockCasesGpu, OneBlockOfEverythingAndNoneAtAll) {
    for (const bool is_empty : {false, true}) {
        const std::vector<BlockCoordinates> blocks =
            is_empty ? std::vector<BlockCoordinates>{} : std::vector<BlockCoordinates>{{0, 0}};
        const BlockLayout layout({{70}, {70}}, blocks);
        const BlockTensor<double> input = small_integers(layout);
        BlockTensor<double> expected(layout);
        contract("D(a,c)=L(a,k)*R(k,c)", expected, input, input);
        const Stream stream = context().stream();
        const DevicePool in(input, device(), stream);
        const DevicePool out(BlockTensor<double>(layout), device(), stream);
        BlockContractOptions options;
        options.context = &context();

        contract("D(a,c)=L(a,k)*R(k,c)", out.view(), in.view(), in.view(), options);

        EXPECT_EQ(out.fetch(), std::vector<double>(expected.begin(), expected.end()));
    }
}

}  // namespace
}  // namespace ttgt::test
