// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/handles.h"

namespace ttgt::c {

HandleTable<Context>& contexts() {
    static auto& table = *new HandleTable<Context>("context");
    return table;
}

HandleTable<const PlannedCall>& plans() {
    static auto& table = *new HandleTable<const PlannedCall>("plan");
    return table;
}

HandleTable<const PlannedProgram>& programs() {
    static auto& table = *new HandleTable<const PlannedProgram>("program");
    return table;
}

HandleTable<const BlockLayout>& block_layouts() {
    static auto& table = *new HandleTable<const BlockLayout>("layout of blocks");
    return table;
}

HandleTable<const PlannedBlockCall>& block_plans() {
    static auto& table = *new HandleTable<const PlannedBlockCall>("plan of blocks");
    return table;
}

HandleTable<const PlannedBlockProgramCall>& block_programs() {
    static auto& table = *new HandleTable<const PlannedBlockProgramCall>("program of blocks");
    return table;
}

HandleTable<const PlannedGroupCall>& group_plans() {
    static auto& table = *new HandleTable<const PlannedGroupCall>("plan of a group");
    return table;
}

HandleTable<const PlannedEvaluationCall>& evaluation_plans() {
    static auto& table = *new HandleTable<const PlannedEvaluationCall>("plan of a formula");
    return table;
}

HandleTable<const TransposeCall>& transpose_plans() {
    static auto& table = *new HandleTable<const TransposeCall>("transpose plan");
    return table;
}

HandleTable<const Task>& tasks() {
    static auto& table = *new HandleTable<const Task>("task");
    return table;
}

std::shared_ptr<Context> find_context(ttgt_context handle) {
    return handle.id == 0 ? nullptr : contexts().at(handle.id);
}

}  // namespace ttgt::c
