// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session.h"

namespace kerascope {

QStringList pathsOf(const SessionModel& model)
{
    QStringList paths;
    if (model.file)
        for (const FileIdentity& file : model.file->files)
            paths << QString::fromStdString(file.path.string());
    return paths;
}

} // namespace kerascope
