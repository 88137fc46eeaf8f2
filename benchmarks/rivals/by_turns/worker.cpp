// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/rivals/by_turns/worker.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <sstream>
#include <utility>

#include "benchmarks/rivals/by_turns/check.h"

namespace ttgt::by_turns {
namespace {

double now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(since).count();
}

/// On large pages where there are any, and kept between cases, so that no run pays for new pages.
class Memory {
public:
    void* grow(std::int64_t bytes) {
        constexpr std::size_t page = std::size_t{2} << 20U;
        const std::size_t wanted = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
        if (wanted <= bytes_) return data_.get();
        data_.reset();
        data_.reset(std::aligned_alloc(page, wanted));
        if (!data_) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        (void)madvise(data_.get(), wanted, MADV_HUGEPAGE);
#endif
        bytes_ = wanted;
        return data_.get();
    }

private:
    struct Free {
        void operator()(void* data) const { std::free(data); }
    };
    std::unique_ptr<void, Free> data_;
    std::size_t bytes_ = 0;
};

class Server {
public:
    explicit Server(Contender& contender) : contender_(contender) {}

    std::string answer(const std::string& line) {
        std::istringstream words(line);
        std::string word, first, second, third;
        words >> word >> first >> second >> third;
        if (word == "about") return "about " + contender_.about();
        if (word == "run") return run(std::stod(first));
        run_ = nullptr;
        if (word == "transpose") return prepare(parse_transpose(first, second, third));
        if (word == "contract") return prepare(parse_contraction(first, second, third));
        throw std::invalid_argument("'" + word + "' is no word of the protocol");
    }

private:
    std::string prepare(const Transpose& problem) {
        const std::int64_t bytes = problem.count() * problem.element_bytes;
        void* const in = memory_[0].grow(bytes);
        void* const out = memory_[1].grow(bytes);
        fill(in, problem.count(), problem.element_bytes, 1);
        spoil(out, bytes);
        const double begin = now();
        run_ = contender_.transpose(problem, in, out);
        const double planned = now() - begin;
        run_();
        Transpose meant = problem;
        if (contender_.is_copy()) {
            meant = parse_transpose(std::to_string(problem.element_bytes),
                                    std::to_string(problem.count()), "0");
        }
        return verdict(error_of(meant, in, out), planned);
    }

    std::string prepare(const Contraction& problem) {
        const auto bytes = [&](const Operand& operand) {
            return operand.count() * problem.element_bytes;
        };
        void* const l = memory_[0].grow(bytes(problem.l));
        void* const r = memory_[1].grow(bytes(problem.r));
        void* const d = memory_[2].grow(bytes(problem.d));
        fill(l, problem.l.count(), problem.element_bytes, 1);
        fill(r, problem.r.count(), problem.element_bytes, 2);
        spoil(d, bytes(problem.d));
        const double begin = now();
        run_ = contender_.contract(problem, l, r, d);
        const double planned = now() - begin;
        run_();
        return verdict(error_of(problem, l, r, d), planned);
    }

    std::string verdict(const std::string& error, double planned) {
        if (error.empty()) return "ready " + text(planned);
        run_ = nullptr;
        return "wrong " + error;
    }

    /// The first run is not timed: it pays for what the others have left in the caches.
    std::string run(double seconds) {
        if (!run_) throw std::invalid_argument("nothing is ready to run");
        run_();
        std::string times = "times";
        double begin = now();
        const double until = begin + seconds;
        do {
            run_();
            const double end = now();
            times += ' ' + text(end - begin);
            begin = now();
        } while (begin < until);
        return times;
    }

    static std::string text(double seconds) {
        std::array<char, 32> digits{};
        const int length = std::snprintf(digits.data(), digits.size(), "%.6g", seconds);
        return std::string(digits.data(), static_cast<std::size_t>(length));
    }

    Contender& contender_;
    std::array<Memory, 3> memory_;
    Run run_;
};

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

Run Contender::transpose(const Transpose&, const void*, void*) {
    throw NotDone("does not transpose");
}

Run Contender::contract(const Contraction&, const void*, const void*, void*) {
    throw NotDone("does not contract");
}

int threads_asked_for() {
    const char* const text = std::getenv("OMP_NUM_THREADS");
    return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

int serve(int argc, char** argv, const MakeContender& make) {
    std::unique_ptr<Contender> contender;
    try {
        contender = make(argc > 1 ? argv[1] : "");
    } catch (const std::exception& error) {
        std::cout << "failed " << one_line(error.what()) << std::endl;
        return 1;
    }
    Server server(*contender);
    for (std::string line; std::getline(std::cin, line);) {
        std::string answer;
        try {
            answer = server.answer(line);
        } catch (const NotDone& reason) {
            answer = std::string("unsupported ") + reason.what();
        } catch (const std::exception& error) {
            answer = std::string("failed ") + error.what();
        }
        std::cout << one_line(answer) << std::endl;
    }
    return 0;
}

}  // namespace ttgt::by_turns
