// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/log.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

constexpr std::int32_t highest_level = 5;

constexpr std::int32_t mask_of_level(std::int32_t level) { return (1 << level) - 1; }

constexpr std::int32_t bit(LogLevel level) { return 1 << (static_cast<std::int32_t>(level) - 1); }

const char* name_of(LogLevel level) noexcept {
    switch (level) {
        case LogLevel::error:
            return "Error";
        case LogLevel::performance_trace:
            return "Trace";
        case LogLevel::performance_hint:
            return "Hint";
        case LogLevel::heuristics_trace:
            return "Heuristics";
        default:
            return "Api";
    }
}

std::int32_t number_in_environment(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? 0 : static_cast<std::int32_t>(std::strtol(text, nullptr, 10));
}

/// The file's name with the process's number for each "%i".
std::string with_process(std::string name) {
    const std::string process = std::to_string(getpid());
    for (std::size_t at = name.find("%i"); at != std::string::npos;
         at = name.find("%i", at + process.size())) {
        name.replace(at, 2, process);
    }
    return name;
}

/// Where messages go. What the environment says holds until a call says otherwise.
class Logger {
public:
    Logger() {
        const std::int32_t level = number_in_environment("CUTENSOR_LOG_LEVEL");
        std::int32_t mask = number_in_environment("CUTENSOR_LOG_MASK");
        if (mask == 0 && level > 0 && level <= highest_level) mask = mask_of_level(level);
        mask_ = mask;
        if (const char* file = std::getenv("CUTENSOR_LOG_FILE"); file != nullptr) {
            (void)open(with_process(file).c_str());
        }
    }

    [[nodiscard]] bool writes(LogLevel level) const noexcept {
        return (mask_.load(std::memory_order_relaxed) & bit(level)) != 0;
    }
    void write(LogLevel level, const char* function, const char* message) {
        const cutensorLoggerCallback_t callback = print(level, function, message);
        if (callback != nullptr) call_back(callback, level, function, message);
    }

    void set_mask(std::int32_t mask) noexcept {
        if (!is_disabled_) mask_ = mask;
    }
    void set_callback(cutensorLoggerCallback_t callback) {
        const std::lock_guard lock(mutex_);
        callback_ = callback;
    }
    /// The file stays its owner's.
    void set_file(std::FILE* file) {
        const std::lock_guard lock(mutex_);
        close_own();
        file_ = file;
    }
    [[nodiscard]] bool open(const char* path) {
        std::FILE* file = std::fopen(path, "w");
        if (file == nullptr) return false;
        const std::lock_guard lock(mutex_);
        close_own();
        file_ = own_ = file;
        return true;
    }
    void disable() noexcept {
        mask_ = 0;
        is_disabled_ = true;
    }

private:
    /// Writes to the file. Returns the callback.
    cutensorLoggerCallback_t print(LogLevel level, const char* function, const char* message) {
        const std::lock_guard lock(mutex_);
        if (callback_ != nullptr && file_ == nullptr) return callback_;
        std::FILE* file = file_ != nullptr ? file_ : stdout;
        std::fprintf(file, "[ttgt][%d][%s][%s] %s\n", static_cast<int>(getpid()), name_of(level),
                     function, message);
        std::fflush(file);
        return callback_;
    }
    /// Without the lock, so that the callback may call the interface. It is not told of these
    /// calls: it would be called without end.
    static void call_back(cutensorLoggerCallback_t callback, LogLevel level, const char* function,
                          const char* message) {
        thread_local bool is_within = false;
        if (is_within) return;
        is_within = true;
        try {
            callback(static_cast<std::int32_t>(level), function, message);
        } catch (...) {
            is_within = false;
            throw;
        }
        is_within = false;
    }
    void close_own() {
        if (own_ != nullptr) (void)std::fclose(own_);
        own_ = nullptr;
    }

    std::mutex mutex_;
    std::atomic<std::int32_t> mask_ = 0;
    std::atomic<bool> is_disabled_ = false;
    cutensorLoggerCallback_t callback_ = nullptr;
    std::FILE* file_ = nullptr;  // null: the standard output, unless there is a callback
    std::FILE* own_ = nullptr;   // file_, where this logger opened it
};

Logger& logger() {
    // Never destroyed: destructors of static objects may call the interface.
    static Logger& only = *new Logger();
    return only;
}

}  // namespace

bool is_logged(LogLevel level) noexcept {
    try {
        return logger().writes(level);
    } catch (...) {
        return false;
    }
}

void log(LogLevel level, const char* function, const char* message) noexcept {
    try {
        if (logger().writes(level)) logger().write(level, function, message);
    } catch (...) {
        return;
    }
}

}  // namespace ttgt::cutensor

using ttgt::cutensor::guarded;

cutensorStatus_t cutensorLoggerSetCallback(cutensorLoggerCallback_t callback) {
    return guarded(__func__, [&] { ttgt::cutensor::logger().set_callback(callback); });
}

cutensorStatus_t cutensorLoggerSetFile(FILE* file) {
    return guarded(__func__, [&] { ttgt::cutensor::logger().set_file(file); });
}

cutensorStatus_t cutensorLoggerOpenFile(const char* logFile) {
    return guarded(__func__, [&] {
        ttgt::cutensor::check(logFile == nullptr || ttgt::cutensor::logger().open(logFile),
                              CUTENSOR_STATUS_INVALID_VALUE, "the file cannot be opened");
    });
}

cutensorStatus_t cutensorLoggerSetLevel(int32_t level) {
    return guarded(__func__, [&] {
        ttgt::cutensor::check(level >= 0 && level <= ttgt::cutensor::highest_level,
                              CUTENSOR_STATUS_INVALID_VALUE, "levels are 0 to 5");
        ttgt::cutensor::logger().set_mask(ttgt::cutensor::mask_of_level(level));
    });
}

cutensorStatus_t cutensorLoggerSetMask(int32_t mask) {
    return guarded(__func__, [&] { ttgt::cutensor::logger().set_mask(mask); });
}

cutensorStatus_t cutensorLoggerForceDisable() {
    return guarded(__func__, [] { ttgt::cutensor::logger().disable(); });
}
