// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contracts in destructors that run after the thread's other objects are gone: of a static object,
// made before the library was first called, and of a thread_local one. Exits with 1 where a result
// is wrong.
#include <ttgt/ttgt.h>

#include <cstdlib>
#include <thread>

namespace {

void contract_and_check() {
    ttgt::Tensor<double> d({3, 5});
    ttgt::Tensor<double> l({4, 3, 2});
    ttgt::Tensor<double> r({2, 5, 4});
    l.fill(1.0);
    r.fill(2.0);

    ttgt::contract("D(a,b)=L(i,a,k)*R(k,b,i)", d, l, r);

    for (const double element : d) {
        if (element != 16.0) std::_Exit(1);
    }
}

struct ContractsAtItsEnd {
    int calls = 0;
    ~ContractsAtItsEnd() {
        for (; calls > 0; --calls) contract_and_check();
    }
};

ContractsAtItsEnd at_exit;
thread_local ContractsAtItsEnd at_thread_end;

}  // namespace

int main() {
    at_exit.calls = 2;
    at_thread_end.calls = 2;
    contract_and_check();
    std::thread([] {
        at_thread_end.calls = 2;
        contract_and_check();
    }).join();
    return 0;
}
