// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors over ranks in .npy files, written and read by parts.
#include <sys/resource.h>
#include <sys/stat.h>
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <complex>
#include <csignal>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/placement/placement.h"
#include "src/core/element.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/shared_folder.h"
#include "tests/distributed/spread_case.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Extents = std::vector<std::int64_t>;

/// A small number for each element of a tensor of these extents, with an imaginary part where it is
/// complex: the element's place, first mode fastest.
std::function<Scalar(std::span<const std::int64_t>)> places(const Extents& extents, DType dtype) {
    return [extents, dtype](std::span<const std::int64_t> indices) {
        std::int64_t place = 0;
        for (std::size_t mode = extents.size(); mode > 0; --mode) {
            place = place * extents[mode - 1] + indices[mode - 1];
        }
        const auto value = static_cast<double>(place);
        return Scalar(value, is_complex(dtype) ? -value : 0);
    };
}

/// The elements of a packed tensor of these numbers, in Fortran order, as bytes.
std::string expected_bytes(const Extents& extents, DType dtype) {
    const std::int64_t count = volume(packed(extents));
    return visit_numeric(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        std::vector<T> elements;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto value = static_cast<double>(i);
            elements.push_back(static_cast<T>(scalar_cast<ComputeOf<T>>({value, -value})));
        }
        return element_bytes(elements);
    });
}

/// The elements that the rank holds, as bytes.
std::string bytes_of(const Communicator& ranks, const DistributedTensor& tensor) {
    const DistributedLayout& layout = tensor.layout();
    const auto bytes =
        size_bytes(layout.dtype) * shard_volume(placement_of(layout), layout.extents, ranks.rank());
    return {static_cast<const char*>(tensor.data()), static_cast<std::size_t>(bytes)};
}

/// Calls `body` on each number of ranks, with a folder of all ranks.
void in_folders(const std::function<void(Communicator&, const SharedFolder&)>& body) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context&) {
            const SharedFolder folder(ranks);
            body(ranks, folder);
        });
    }
}

DistributedTensor tensor_by_rows(Communicator& ranks, DType dtype = DType::float64) {
    return {ranks, dtype, {4, 3}, distribute("a,b", {ranks.ranks()}, {{"a", {0, 1}}})};
}

TEST(RankNpy, PartsMakeOneFileThatPartsRead) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        const std::vector<DType> dtypes{DType::float16, DType::float32, DType::float64,
                                        DType::complex64, DType::complex128};
        const std::vector<Extents> shapes{{5, 7, 3}, {2}, {1, 2, 11}, {0, 4}, {}};
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            Random random(seed);  // on every rank the same draws
            const Extents& extents = shapes[seed % shapes.size()];
            const DType dtype = dtypes[seed / shapes.size() % dtypes.size()];
            const auto drawn = [&] {
                return draw_distribution(random, extents.size(), draw_grid(random, ranks.ranks()));
            };
            DistributedTensor written(ranks, dtype, extents, drawn());
            DistributedTensor read(ranks, dtype, extents, drawn());
            written.fill(places(extents, dtype));
            const std::string path = folder.file("a.npy");

            write_npy(ranks, path, written);
            read_npy(ranks, path, read);

            const std::string file = folder.read("a.npy");
            EXPECT_EQ(element_bytes(elements_of_npy<char>(file)), expected_bytes(extents, dtype))
                << "seed " << seed;
            DistributedTensor expected(ranks, dtype, extents, read.layout().distribution);
            expected.fill(places(extents, dtype));
            EXPECT_EQ(bytes_of(ranks, read), bytes_of(ranks, expected)) << "seed " << seed;
            EXPECT_THAT(folder.names(), ElementsAre("a.npy"));
            folder.wait();
        }
    });
}

TEST(RankNpy, RanksBeyondTheGridWriteNothing) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        DistributedTensor a(ranks, DType::float64, {}, on_first_rank(0));
        *static_cast<double*>(a.data()) = ranks.rank() == 0 ? 7.0 : -1.0;

        write_npy(ranks, folder.file("a.npy"), a);

        EXPECT_THAT(elements_of_npy<double>(folder.read("a.npy")), ElementsAre(7.0));
        folder.wait();
    });
}

TEST(RankNpy, FilesInCOrderAreReadByParts) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        std::vector<double> elements;  // of 3x4x5, last mode fastest
        for (int at = 0; at < 60; ++at) {
            elements.push_back(at / 20 + 3 * (at / 5 % 4) + 12 * (at % 5));
        }
        const std::string path =
            folder.write("c.npy", npy_header_bytes(npy_dict_text("<f8", false, "(3, 4, 5)")) +
                                      element_bytes(elements));
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Random random(seed);
            const Distribution drawn =
                draw_distribution(random, 3, draw_grid(random, ranks.ranks()));
            DistributedTensor read(ranks, DType::float64, {3, 4, 5}, drawn);
            DistributedTensor expected(ranks, DType::float64, {3, 4, 5}, drawn);
            expected.fill(places({3, 4, 5}, DType::float64));

            read_npy(ranks, path, read);

            EXPECT_EQ(bytes_of(ranks, read), bytes_of(ranks, expected)) << "seed " << seed;
        }
    });
}

TEST(RankNpy, PartsWithGapsAreWrittenAndReadWhereTheyLie) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        DistributedTensor packed_rows = tensor_by_rows(ranks);
        packed_rows.fill(places({4, 3}, DType::float64));
        const Layout part = packed_rows.part();
        DistributedView spaced{packed_rows.layout(), nullptr};
        spaced.layout.strides = {2, 2 * part.extents[0] + 3};
        std::vector<double> memory(static_cast<std::size_t>(6 * part.extents[0] + 9), -1.0);
        spaced.data = memory.data();
        const std::string path = folder.file("a.npy");
        write_npy(ranks, path, packed_rows);

        read_npy(ranks, path, spaced);

        double untouched = std::accumulate(memory.begin(), memory.end(), 0.0);
        const auto* const elements = static_cast<const double*>(packed_rows.data());
        for (std::int64_t i = 0; i < volume(part); ++i) {
            const std::int64_t at =
                i % part.extents[0] * 2 + i / part.extents[0] * spaced.layout.strides[1];
            EXPECT_EQ(memory[static_cast<std::size_t>(at)], elements[i]);
            untouched -= elements[i];
        }
        EXPECT_EQ(untouched,
                  -static_cast<double>(memory.size()) + static_cast<double>(volume(part)));
        const std::string before = folder.read("a.npy");
        folder.wait();
        write_npy(ranks, path, spaced);
        EXPECT_EQ(folder.read("a.npy"), before);
        folder.wait();
    });
}

TEST(RankNpy, AReplacedFileKeepsItsModeAndItsLink) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        const std::string path = folder.write("a.npy", "what was there before");
        if (ranks.rank() == 0) {
            ASSERT_EQ(chmod(path.c_str(), 0640), 0);
            std::filesystem::create_symlink("a.npy", folder.file("link.npy"));
        }
        folder.wait();
        DistributedTensor a = tensor_by_rows(ranks);
        a.fill(places({4, 3}, DType::float64));

        write_npy(ranks, folder.file("link.npy"), a);

        struct stat status {};
        EXPECT_EQ(lstat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777U, 0640U);
        EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.npy")));
        EXPECT_EQ(elements_of_npy<double>(folder.read("a.npy")).size(), 12U);
        folder.wait();
    });
}

/// Expects that a call to write fails with `text` on every rank and leaves the folder as it is.
void expect_no_write(Communicator& ranks, const SharedFolder& folder, const std::string& path,
                     const ConstDistributedView& view, const std::string& text) {
    const std::vector<std::string> names = folder.names();
    folder.wait();  // until no rank looks any more: rank 0 makes a temporary file
    EXPECT_THAT(refusal_of<Error>([&] { write_npy(ranks, path, view); }), HasSubstr(text));
    folder.wait();  // until rank 0 has removed it
    EXPECT_EQ(folder.names().size(), names.size());
    EXPECT_EQ(folder.read("old.npy"), "old");
    folder.wait();
}

TEST(RankNpy, AFailureOfOneRankToWriteIsAllRanksAndLeavesTheOldFile) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        const std::string path = folder.write("old.npy", "old");
        const int last = ranks.ranks() - 1;
        const bool is_last = ranks.rank() == last;
        DistributedTensor a(ranks, DType::float64, {6, 2},
                            distribute("a,b", {ranks.ranks()}, {{"a", {0, 1}}}));
        DistributedView view = a;
        if (is_last) view.data = nullptr;
        expect_no_write(ranks, folder, path, view,
                        fmt::format("the part of rank {} is null", last));
        view = a;
        if (is_last) view.space = MemorySpace::device;
        expect_no_write(ranks, folder, path, view,
                        fmt::format("the part of rank {} lies in a", last));
        view = a;
        if (is_last) view.layout.strides = {1};
        expect_no_write(ranks, folder, path, view, "strides");
        expect_no_write(ranks, folder, folder.file("none/a.npy"), a,
                        "none/a.npy: cannot be written");
        expect_no_write(ranks, folder, folder.file(""), a, "not a regular file");
        expect_no_write(ranks, folder, "", a, "is not the name of a file");
        DistributedTensor brief(ranks, DType::bfloat16, {6, 2}, a.layout().distribution);
        expect_no_write(ranks, folder, path, brief, "bfloat16 cannot be written as .npy");
        if (ranks.ranks() == 1) return;
        expect_no_write(ranks, folder, is_last ? folder.file("b.npy") : path, a,
                        "the path must be the same on every rank");
        view = a;
        if (is_last) view.layout.dtype = DType::float32;
        expect_no_write(ranks, folder, path, view, "the tensor must be the same on every rank");
    });
}

/// Limits the size of the files that this process writes, as a full disk does.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        (void)std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(RankNpy, ARankWithoutSpaceLeavesTheOldFile) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        const std::string path = folder.write("old.npy", "old");
        DistributedTensor a(ranks, DType::float64, {6, 2000},
                            distribute("a,b", {ranks.ranks()}, {{"b", {0}}}));
        // Of processes the last one's, of threads those of all ranks.
        std::optional<FileSizeLimit> limit;
        if (ranks.rank() == (has_processes() ? ranks.ranks() - 1 : 0)) limit.emplace(40000);
        folder.wait();
        expect_no_write(ranks, folder, path, a, "old.npy: cannot be written: File too large");
    });
}

/// Expects that a call to read fails with `text` on every rank and sets no element.
template <class Failure>
void expect_no_read(Communicator& ranks, const std::string& path, DistributedTensor& tensor,
                    const DistributedView& view, const std::string& text) {
    tensor.fill([](std::span<const std::int64_t>) { return Scalar(-1.0); });
    const std::string before = bytes_of(ranks, tensor);
    EXPECT_THAT(refusal_of<Failure>([&] { read_npy(ranks, path, view); }), HasSubstr(text));
    EXPECT_EQ(bytes_of(ranks, tensor), before);
}

TEST(RankNpy, FilesThatDoNotFitAreRefusedWithBothValues) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        DistributedTensor a = tensor_by_rows(ranks);
        const auto refused = [&](const std::string& name, const std::string& text) {
            expect_no_read<FileError>(ranks, folder.file(name), a, a, name + ": " + text);
        };
        const auto array = [&](const std::string& descr, const std::string& shape) {
            return npy_header_bytes(npy_dict_text(descr, true, shape)) + std::string(96, '\0');
        };
        folder.write("f4.npy", array("<f4", "(4, 6)"));
        folder.write("shape.npy", array("<f8", "(3, 4)"));
        folder.write("short.npy", array("<f8", "(4, 4)"));
        folder.write("text.npy", "no array");
        refused("f4.npy", "holds float32, the tensor over ranks is float64");
        refused("shape.npy", "holds an array of (3,4), the tensor over ranks is (4,3)");
        refused("short.npy", "is truncated");
        refused("text.npy", "is not an .npy file");
        refused("none.npy", "cannot be read: No such file or directory");
    });
}

TEST(RankNpy, AFailureOfOneRankToReadIsAllRanks) {
    in_folders([](Communicator& ranks, const SharedFolder& folder) {
        DistributedTensor a = tensor_by_rows(ranks);
        const std::string path = folder.file("a.npy");
        write_npy(ranks, path, a);
        const bool is_first = ranks.rank() == 0;
        DistributedView view = a;
        if (is_first) view.data = nullptr;
        expect_no_read<InvalidArgument>(ranks, path, a, view, "the part of rank 0 is null");
        view = a;
        if (is_first) view.space = MemorySpace::device;
        expect_no_read<Unsupported>(ranks, path, a, view, "the part of rank 0 lies in a device");
        view = a;
        if (is_first) view.layout.strides = {1, 0};
        expect_no_read<AliasedOutput>(ranks, path, a, view, "the part of rank 0 overlaps itself");
        if (ranks.ranks() == 1) return;
        expect_no_read<InvalidArgument>(ranks, is_first ? path : path + "x", a, a,
                                        "the path must be the same on every rank");
    });
}

}  // namespace
}  // namespace ttgt::test
