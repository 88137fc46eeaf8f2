// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/plan_preference.h"

#include <cstring>
#include <memory>

#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

void check_algorithm(std::int32_t value) {
    check(value >= CUTENSOR_ALGO_DEFAULT_PATIENT && value != -5, CUTENSOR_STATUS_INVALID_VALUE,
          "there is no such algorithm");
    check(value < 0, CUTENSOR_STATUS_NOT_SUPPORTED, "algorithms have no numbers from 0 on");
}

void check_switch(std::int32_t value) {
    check(value == 0 || value == 1, CUTENSOR_STATUS_INVALID_VALUE,
          "the attribute has the values 0 and 1");
}

void check_value(cutensorPlanPreferenceAttribute_t attribute, std::int32_t value) {
    switch (attribute) {
        case CUTENSOR_PLAN_PREFERENCE_ALGO:
            return check_algorithm(value);
        case CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT:
            return check(value >= 0, CUTENSOR_STATUS_INVALID_VALUE, "the count is negative");
        case CUTENSOR_PLAN_PREFERENCE_KERNEL_RANK:
            check(value >= 0, CUTENSOR_STATUS_INVALID_VALUE, "the rank is negative");
            return check(value == 0, CUTENSOR_STATUS_NOT_SUPPORTED,
                         "plans have one kernel: rank 0");
        case CUTENSOR_PLAN_PREFERENCE_GPU_ARCH:
            return check(value == 0, CUTENSOR_STATUS_NOT_SUPPORTED,
                         "plans are for the handle's device");
        default:
            return check_switch(value);
    }
}

void check_buffer(cutensorPlanPreferenceAttribute_t attribute, const void* buffer,
                  std::size_t bytes) {
    const auto number = static_cast<std::size_t>(attribute);
    check(number < PlanPreference::attributes, CUTENSOR_STATUS_INVALID_VALUE,
          "there is no such attribute");
    check_given(buffer, "buf");
    check(bytes == sizeof(std::int32_t), CUTENSOR_STATUS_INVALID_VALUE,
          "the attribute has 4 bytes");
}

}  // namespace

void PlanPreference::set(cutensorPlanPreferenceAttribute_t attribute, std::int32_t value) {
    check_value(attribute, value);
    values[static_cast<std::size_t>(attribute)] = value;
}

}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreatePlanPreference(const cutensorHandle_t handle,
                                              cutensorPlanPreference_t* pref, cutensorAlgo_t algo,
                                              cutensorJitMode_t jitMode) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        check_given(pref, "pref");
        auto made = std::make_unique<cutensorPlanPreference>();
        made->preference.set(CUTENSOR_PLAN_PREFERENCE_ALGO, algo);
        made->preference.set(CUTENSOR_PLAN_PREFERENCE_JIT, jitMode);
        *pref = made.release();
    });
}

cutensorStatus_t cutensorDestroyPlanPreference(cutensorPlanPreference_t pref) {
    return guarded(__func__, [&] { destroy(pref, "pref"); });
}

cutensorStatus_t cutensorPlanPreferenceGetAttribute(const cutensorHandle_t handle,
                                                    cutensorPlanPreference_t pref,
                                                    cutensorPlanPreferenceAttribute_t attr,
                                                    void* buf, size_t sizeInBytes) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        const PlanPreference& preference = live(pref, "pref").preference;
        check_buffer(attr, buf, sizeInBytes);
        const std::int32_t value = preference.get(attr);
        std::memcpy(buf, &value, sizeof value);
    });
}

cutensorStatus_t cutensorPlanPreferenceSetAttribute(const cutensorHandle_t handle,
                                                    cutensorPlanPreference_t pref,
                                                    cutensorPlanPreferenceAttribute_t attr,
                                                    const void* buf, size_t sizeInBytes) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        PlanPreference& preference = live(pref, "pref").preference;
        check_buffer(attr, buf, sizeInBytes);
        std::int32_t value = 0;
        std::memcpy(&value, buf, sizeof value);
        preference.set(attr, value);
    });
}
