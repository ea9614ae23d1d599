// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/translate.h"

#include <QCoreApplication>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

QString translateText(const Text& text)
{
    if (text.empty())
        return {};
    // A Text does not say which room it comes from; each marks its sentences with its own name.
    QString pattern = QString::fromStdString(text.source);
    for (const char* room : {"core", "gl", "app"}) {
        const QString translated = QCoreApplication::translate(room, text.source.c_str());
        if (translated != pattern) {
            pattern = translated;
            break;
        }
    }
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
