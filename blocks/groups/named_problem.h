// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <cstddef>

#include <fmt/format.h>

namespace ttgt::blocks {

/// Calls check(). Where it throws an error of an argument, throws one of the same type whose
/// message begins with the number of the problem.
template <class Check>
void naming_problem(std::size_t problem, Check&& check) {
    const auto named = [&](const Error& error) {
        return fmt::format("problem {}: {}", problem, error.what());
    };
    try {
        check();
    } catch (const ExtentMismatch& error) {
        throw ExtentMismatch(named(error));
    } catch (const RankMismatch& error) {
        throw RankMismatch(named(error));
    } catch (const OperandCountMismatch& error) {
        throw OperandCountMismatch(named(error));
    } catch (const AliasedOutput& error) {
        throw AliasedOutput(named(error));
    } catch (const SizeOverflow& error) {
        throw SizeOverflow(named(error));
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(named(error));
    } catch (const Unsupported& error) {
        throw Unsupported(named(error));
    }
}

}  // namespace ttgt::blocks
