// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/models.h"

#include "app/session/app_session.h"
#include "core/engine/engines.h"

#include <QtTest>

namespace kerascope::test {

/// The engines that need no OpenGL.
inline Result<std::unique_ptr<Engine>> hostEngine(const std::string& id)
{
    if (id == "cpu")
        return makeCpuEngine(1);
    if (id == "reference")
        return makeReferenceEngine();
    return Error{ErrorCode::Device, id, {"no OpenGL in this test"}, {}};
}

/// Waits until a model is open and prepared.
inline bool loads(AppSession& session)
{
    return QTest::qWaitFor([&] { return session.plan() && !session.progress(); }, 30'000);
}

} // namespace kerascope::test
