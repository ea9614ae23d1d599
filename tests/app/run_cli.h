// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace kerascope::test {

struct Outcome {
    int status = -1;
    QByteArray out, err;
};

/// Runs kerascope-cli to its end.
inline Outcome cli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(KERASCOPE_CLI), arguments);
    process.waitForFinished(120'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace kerascope::test
