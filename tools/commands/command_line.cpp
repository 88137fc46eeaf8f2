// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/command_line.h"

#include <ttgt/error.h>
#include <ttgt/version.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "tools/commands/command_options.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {

CLI::Validator integer_in(std::int64_t least, std::int64_t most) {
    const auto refusal = [=](const std::string& text) -> std::string {
        std::int64_t value = 0;
        const bool is_integer = CLI::detail::lexical_cast(text, value);
        if (!is_integer) return in_quotes(text) + " is not an integer of 64 bits";
        if (value < least) return fmt::format("{} is below {}", value, least);
        return value > most ? fmt::format("{} is above {}", value, most) : std::string();
    };
    return {[=](std::string& text) { return refusal(text); }, ""};
}

CLI::Validator seconds() {
    return {[](std::string& text) {
                double value = -1;
                const bool is_number = CLI::detail::lexical_cast(text, value);
                return is_number && value >= 0 && value <= 1e6
                           ? std::string()
                           : in_quotes(text) + " is no number from 0 to 1000000";
            },
            ""};
}

namespace {

template <class Command>
void add_plan_options(CLI::App& app, Command& command) {
    app.add_option("--strategy", command.strategy, "how to choose a plan: auto or classic")
        ->capture_default_str();
    app.add_option("--workspace-limit", command.workspace_limit,
                   "most scratch memory: 0, 64MiB, 1GiB, unlimited")
        ->capture_default_str();
    add_compute(app, command);
    add_measure(app, command);
    app.add_flag("--kept", command.kept,
                 "without --measure, too, plan as measured plans of the same problem were kept in "
                 "the cache on disk");
    add_generated(app, command);
}

constexpr const char* expression_help =
    "such as \"D(a,b,i)+=L(a,c,i,k)*R(k,b,c)\", or einsum \"acik,kbc->abi\", whose inputs are "
    "called "
    "L and R, or T1, T2, ... where there are more, and the output D";

/// Options that contractions of blocks do not take.
constexpr std::array<const char*, 5> of_dense_contract{"--order", "--check", "--ranks", "--measure",
                                                       "--devices"};
constexpr std::array<const char*, 6> of_dense_explain{"--order", "--strides", "--source",
                                                      "--dtype", "--beta",    "--measure"};

/// After the options of dense tensors, which a case of blocks does not take.
void add_blocks(CLI::App& app, std::string& blocks, std::span<const char* const> dense) {
    CLI::Option* const option =
        app.add_option("--blocks", blocks,
                       "file of contractions of tensors of blocks; EXPR is then the name of a case "
                       "of this file, and the .npy files have one axis: all blocks one after the "
                       "other");
    for (const char* const other : dense) option->excludes(other);
}

/// Adds what a contraction over ranks takes; returns the option that asks for ranks.
CLI::Option* add_ranks(CLI::App& app, ContractCommand& command) {
    CLI::Option* const ranks =
        app.add_flag("--ranks", command.ranks,
                     "over the processes of mpirun, each of which reads its block of the files; "
                     "the first writes the output");
    app.add_option("--grid", command.grid,
                   "ranks along each axis of their grid, such as 2x3; default one axis")
        ->needs(ranks);
    app.add_option("--spread", command.spread,
                   "NAME=LABEL:AXIS[:BLOCK],... how a tensor lies on the grid; default: its "
                   "largest modes, axis by axis")
        ->allow_extra_args(false)
        ->needs(ranks);
    app.add_option("--timeout", command.timeout,
                   "the most seconds that a rank waits for another, reading of files included; "
                   "default: no limit")
        ->needs(ranks);
    return ranks;
}

void add_contract(CLI::App& parent, Task& task) {
    const auto [app, command] = add_command<ContractCommand>(
        parent, task, "contract", "Contract tensors stored as .npy files");
    app->add_option("EXPR", command->expression, expression_help)->required();
    app->add_option("--in", command->inputs,
                    "NAME=FILE, or POSITION=FILE (0: the output) where a name repeats, such as "
                    "L=l.npy; axis i is the i-th label")
        ->allow_extra_args(false);
    app->add_option("--out", command->out, "the .npy file to write; replaced if it exists")
        ->required();
    app->add_option("--order", command->order, "memory order of the output: F or C")
        ->check(CLI::IsMember({"F", "C"}))
        ->capture_default_str();
    app->add_option("--alpha", command->alpha, "factor of the product: RE or RE,IM")
        ->capture_default_str();
    app->add_option("--beta", command->beta,
                    "factor of the output's input: RE or RE,IM (default 0 for =, 1 for += and -=)");
    app->add_option("--report", command->report, "write the report to this .json file");
    app->add_flag("--check", command->check,
                  "compare with the reference; takes memory for it and for a copy of the output");
    app->add_flag("--quiet", command->quiet, "no progress and no report");
    CLI::Option* const ranks = add_ranks(*app, *command);
    add_plan_options(*app, *command);
    add_run_options(*app, *command);
    add_devices(
        *app, command->devices,
        "such as cuda:0,cuda:1, in place of --device: they share the work tile by tile, and "
        "none needs to hold a tensor")
        ->excludes(ranks);
    add_blocks(*app, command->blocks, of_dense_contract);
}

void add_explain(CLI::App& parent, Task& task) {
    const auto [app, command] = add_command<ExplainCommand>(
        parent, task, "explain", "Print the plan of a contraction, without data");
    app->add_option("EXPR", command->expression, expression_help)->required();
    app->add_option("EXTENTS", command->extents, "of every label: a=3 b=4, or a:3,b:4");
    app->add_option("--extent,--extents", command->extent_options, "the same, as an option")
        ->allow_extra_args(false);
    app->add_option("--order", command->order, "memory order of the tensors: F or C")
        ->check(CLI::IsMember({"F", "C"}))
        ->capture_default_str();
    app->add_option("--strides", command->strides,
                    "NAME=STRIDES of a tensor that is not packed, in elements, one per label, such "
                    "as L=1,40; POSITION=STRIDES (0: the output) where a name repeats")
        ->allow_extra_args(false);
    app->add_flag("--all", command->all, "every plan that lost, not just the ten nearest");
    app->add_flag("--source", command->source, "print the kernel that --generated led to");
    app->add_option("--dtype", command->dtype,
                    "float16, bfloat16, float32, float64, complex64 or complex128")
        ->capture_default_str();
    app->add_option("--beta", command->beta,
                    "factor of the output's input (default 0 for =, 1 for += and -=)");
    app->add_option("--search", command->search,
                    "of the order in which more than two tensors are multiplied: auto, optimal, "
                    "greedy, random-greedy or annealing")
        ->capture_default_str();
    app->add_option("--minimize", command->minimize, "what that order is chosen by")
        ->check(CLI::IsMember({"time", "flops", "memory"}))
        ->capture_default_str();
    add_plan_options(*app, *command);
    add_run_options(*app, *command);
    add_blocks(*app, command->blocks, of_dense_explain);
}

void add_transpose(CLI::App& parent, Task& task) {
    const auto [app, command] = add_command<TransposeCommand>(
        parent, task, "transpose", "Time one transpose of random data against a copy");
    app->add_option("--extents", command->extents, "of the input, such as 31,549,2,3")->required();
    app->add_option("--perm", command->perm,
                    "the input mode at each output position, such as 3,0,2,1")
        ->required();
    CLI::Option* const dtype = app->add_option("--dtype", command->dtype, "default float64");
    app->add_option("--element-bytes", command->element_bytes, "1, 2, 4, 8 or 16")->excludes(dtype);
    app->add_flag("--check", command->check, "compare every element");
    add_measure(*app, *command);
    add_repeats(*app, *command);
    add_run_options(*app, *command);
}

void add_calibrate(CLI::App& parent, Task& task) {
    const auto [app, command] = add_command<CalibrateCommand>(
        parent, task, "calibrate",
        "Measure what the cost model plans by (half a minute on a CPU, two to six on a GPU; "
        "--kernels takes up to ten more)");
    app->add_option("--out", command->out,
                    "the .json file to write; replaced if it exists; default calibration.json, or "
                    "links.json");
    app->add_flag("--quiet", command->quiet, "no progress");
    CLI::Option* const kernels = app->add_flag(
        "--kernels", command->kernels,
        "CUDA: time kernels that multiply tensors where they lie (GETT), too, and fit "
        "the rates by which their times are predicted");
    app->add_option("--raw", command->raw,
                    "keep what --kernels timed in this folder, as tables; they are replaced")
        ->needs(kernels);
    app->add_option("--seconds", command->seconds, "what --kernels may take to time them")
        ->check(seconds())
        ->needs(kernels)
        ->capture_default_str();
    add_run_options(*app, *command);
    add_devices(*app, command->devices,
                "such as cuda:0,cuda:1, in place of --device: the links between them and to the "
                "host's memory, all at work at once (some seconds)")
        ->excludes(kernels);
}

void add_cache(CLI::App& parent, Task& task) {
    CLI::App* const app =
        parent.add_subcommand("cache", "What searches for kernels have found before, kept on disk");
    add_command<CacheListCommand>(*app, task, "list", "List the files, the newest first, as TSV");
    add_command<CacheClearCommand>(*app, task, "clear", "Remove all of them");
}

/// The subcommands of `app`, for messages.
std::string names_of(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : ", ") + command->get_name();
    }
    return names;
}

/// The innermost of the subcommands that were called.
const CLI::App& innermost(const CLI::App& app) {
    const std::vector<CLI::App*> called = app.get_subcommands();
    return called.empty() ? app : innermost(*called.front());
}

/// Throws InvalidArgument where what follows a command that has subcommands is none of them.
void check_subcommand(const CLI::App& app) {
    const CLI::App& command = innermost(app);
    const std::string names = names_of(command);
    const std::vector<std::string> words = app.remaining(true);
    if (names.empty() || words.empty() || words.front().starts_with("-")) return;
    const std::string of = &command == &app ? "" : " " + command.get_name();
    throw InvalidArgument(fmt::format("there is no command{} {}, but: {} (see ttgt{} --help)", of,
                                      in_quotes(words.front()), names, of));
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

std::function<void()> parse_command_line(const std::vector<std::string>& arguments) {
    CLI::App app("Tensor contractions by transpose-GEMM-transpose", "ttgt");
    Task task;
    app.set_version_flag("--version", "ttgt " + std::string(version()));
    add_contract(app, task);
    add_explain(app, task);
    add_transpose(app, task);
    add_bench(app, task, arguments);
    add_calibrate(app, task);
    add_cache(app, task);
    add_command<DevicesCommand>(app, task, "devices", "List what can run a plan");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::Success& asked) {
        const bool version = dynamic_cast<const CLI::CallForVersion*>(&asked) != nullptr;
        const std::string text = version ? std::string(asked.what()) + "\n" : app.help();
        return [text] { print(text); };
    } catch (const CLI::ExtrasError& error) {
        check_subcommand(app);
        throw InvalidArgument(one_line(error.what()) + " (see ttgt --help)");
    } catch (const CLI::ParseError& error) {
        throw InvalidArgument(one_line(error.what()) + " (see ttgt --help)");
    }
    if (!task) {
        throw InvalidArgument(
            fmt::format("a command is needed: {} (see ttgt --help)", names_of(innermost(app))));
    }
    return task;
}

}  // namespace ttgt::tool
