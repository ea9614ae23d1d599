// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/translate.h"

#include <QCoreApplication>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

QString translateText(const Text& text)
{
    if (text.empty())
        return {};
    const QString pattern = QCoreApplication::translate("core", text.source.c_str());
    return QString::fromStdString(text.filled(pattern.toStdString()));
}

QString errorSentence(const Error& error)
{
    const QString what = translateText(error.what);
    return error.where.empty() ? what : QString::fromStdString(error.where) + u": "_s + what;
}

QString errorText(const Error& error)
{
    const QString sentence = errorSentence(error);
    return error.hint.empty() ? sentence : sentence + u"; "_s + translateText(error.hint);
}

} // namespace kerascope
