// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "tests/stress/case_class.h"
#include "tests/support/random.h"

namespace ttgt::stress {
namespace {

void contract_ones(std::int64_t extent) {
    Tensor<double> d({extent, extent});
    Tensor<double> l({extent, extent});
    Tensor<double> r({extent, extent});
    l.fill(1);
    r.fill(1);
    contract("D(m,n)=L(k,m)*R(n,k)", d, l, r);  // with the thread's own context
    if (d(0, 0) != static_cast<double>(extent)) throw std::runtime_error("a wrong element");
}

/// Contracts when static objects are destroyed, after the main thread's own.
class LastWord {
public:
    explicit LastWord(std::int64_t extent) : extent_(extent) {}
    ~LastWord() {
        try {
            contract_ones(extent_);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            std::_Exit(1);
        }
    }
    LastWord(const LastWord&) = delete;
    LastWord& operator=(const LastWord&) = delete;

private:
    std::int64_t extent_;
};

}  // namespace

std::string run_at_exit(std::uint64_t seed, Station&) {
    test::Random random(seed);
    static const LastWord last_word(random.between(2, 90));
    contract_ones(random.between(2, 90));
    return {};
}

}  // namespace ttgt::stress
