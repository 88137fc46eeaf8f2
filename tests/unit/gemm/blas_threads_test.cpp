// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/blas_threads.h"

#include <ttgt/ttgt.h>

#include <omp.h>

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "src/gemm/blas_library.h"
#include "src/gemm/gemm.h"

namespace ttgt {
namespace {

/// The library's number for the whole process is `threads` until the end of the test.
class Setting {
public:
    explicit Setting(int threads) : found_(blas_library().get_threads()) {
        blas_library().set_threads(threads);
    }
    ~Setting() { blas_library().set_threads(found_); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    int found_;
};

Tensor<double> filled() {
    Tensor<double> tensor({200, 200, 8});
    tensor.fill(1.0);
    return tensor;
}

#define SKIP_WITHOUT_PROCESS_WIDE_NUMBER() \
    if (!blas_library().set_threads) GTEST_SKIP() << describe(blas_library())

TEST(BlasLibrary, IsNamed) {
    EXPECT_FALSE(blas_library().name.empty());
    EXPECT_NE(describe(blas_library()).find(name(blas_library().threading)), std::string::npos);
}

TEST(BlasProcessScope, LastOfSeveralGivesBackWhatTheFirstFound) {
    SKIP_WITHOUT_PROCESS_WIDE_NUMBER();
    const Setting two(2);
    {
        const BlasProcessScope first(1);
        EXPECT_EQ(blas_library().get_threads(), 1);
        std::thread([] { const BlasProcessScope second(1); }).join();
        EXPECT_EQ(blas_library().get_threads(), 1);
    }
    EXPECT_EQ(blas_library().get_threads(), 2);
}

TEST(BlasProcessScope, LeavesANumberThatSomebodyElseHasSetSince) {
    SKIP_WITHOUT_PROCESS_WIDE_NUMBER();
    const Setting two(2);
    {
        const BlasProcessScope scope(1);
        blas_library().set_threads(3);
    }
    EXPECT_EQ(blas_library().get_threads(), 3);
}

TEST(BlasProcessScope, ContractionsOfSeveralThreadsGiveItBack) {
    SKIP_WITHOUT_PROCESS_WIDE_NUMBER();
    const Setting two(2);
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i) {
        callers.emplace_back([] {
            Tensor<double> d({100, 100});
            Tensor<double> l({100, 100});
            l.fill(1.0);
            for (int call = 0; call < 50; ++call) contract("D(a,b)=L(a,k)*L(k,b)", d, l, l);
        });
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(blas_library().get_threads(), 2);
}

// Hangs under OMP_THREAD_LIMIT and OMP_DYNAMIC where more threads are asked for than there will be.
TEST(BlasThreadScope, ProductsEndWhateverOpenMPGives) {
    constexpr std::int64_t n = 400;
    const int dynamic = omp_get_dynamic();
    const int most = omp_get_max_threads();
    std::vector<double> a(n * n, 1.0);
    std::vector<double> c(n * n);
    GemmCall call;
    call.m = call.n = call.k = call.lda = call.ldb = call.ldc = n;
    call.a = call.b = a.data();
    call.c = c.data();
    for (const int threads : {1, 2, 4}) {
        const BlasProcessScope process(threads);
        const BlasThreadScope scope(threads);
        EXPECT_LE(omp_get_max_threads(), omp_get_thread_limit());
        gemm(call);
        EXPECT_EQ(c, std::vector<double>(n * n, n));
    }
    EXPECT_EQ(omp_get_dynamic(), dynamic);
    EXPECT_EQ(omp_get_max_threads(), most);
}

TEST(BlasThreads, DoNotMultiplyWithOurs) {
    SKIP_WITHOUT_PROCESS_WIDE_NUMBER();
    const Setting two(2);
    const Tensor<double> l = filled();
    Tensor<double> d({200, 200, 8});
    ContractOptions by_products;  // `auto` takes Direct where the BLAS is slow
    by_products.strategy = "classic";
    std::atomic<bool> seen{false};
    std::thread watcher([&] {
        for (int look = 0; look < 100'000'000 && !seen; ++look) {
            seen = blas_library().get_threads() == 1;
        }
    });
    for (int call = 0; call < 2000 && !seen; ++call)
        contract("D(a,b,c)=L(a,k,c)*L(k,b,c)", d, l, l, by_products);
    EXPECT_TRUE(seen) << "products of several of our threads on one thread each";
    seen = true;
    watcher.join();
    EXPECT_EQ(blas_library().get_threads(), 2);
}

// With a packing buffer for two, a serial OpenBLAS built without locks gets these wrong.
TEST(Gemm, OfSeveralThreadsAtATimeIsRight) {
    constexpr std::int64_t n = 32;
    constexpr std::int64_t k = 1100;
    constexpr int threads = 4;
    const BlasProcessScope process(1);
    std::atomic<int> wrong{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < threads; ++caller) {
        callers.emplace_back([&wrong, caller] {
            const BlasThreadScope alone(1);
            std::vector<double> a(n * k);
            for (std::size_t i = 0; i < a.size(); ++i) {
                a[i] = static_cast<double>((i * 7 + static_cast<std::size_t>(caller)) % 5);
            }
            GemmCall call;
            call.op_a = MatrixOp::transpose;
            call.m = call.n = call.ldc = n;
            call.k = call.lda = call.ldb = k;
            std::vector<double> expected(n * n);
            std::vector<double> c(n * n);
            call.a = call.b = a.data();
            call.c = expected.data();
            gemm(call, GemmVendor::eigen);
            call.c = c.data();
            for (int turn = 0; turn < 2000; ++turn) {
                gemm(call);
                if (c != expected) ++wrong;  // small integers: exact in any order
            }
        });
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace ttgt
