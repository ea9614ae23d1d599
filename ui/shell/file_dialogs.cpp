// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_dialogs.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

QFileDialog* makeDialog(QWidget* parent, const QString& title, const QString& folder)
{
    auto* dialog = new QFileDialog(parent, title, folder);
    dialog->setObjectName(u"fileDialog"_s);
    dialog->setAccessibleName(title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(false);
    return dialog;
}

} // namespace

void askForModelFiles(QWidget* parent, const QString& title, const QString& folder,
    const std::function<void(const QStringList&)>& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, folder);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({QCoreApplication::translate("FileDialogs", "Models (*.h5 *.hdf5 *.keras *.json)"),
        QCoreApplication::translate("FileDialogs", "All files (*)")});
    QObject::connect(dialog, &QFileDialog::filesSelected, dialog, chosen);
    dialog->show();
}

void askForFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter,
    const std::function<void(const QString&)>& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, folder);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({filter, QCoreApplication::translate("FileDialogs", "All files (*)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->show();
}

void askForFolder(QWidget* parent, const QString& title, const QString& folder,
    const std::function<void(const QString&)>& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, folder);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->show();
}

void askForNewFile(QWidget* parent, const QString& title, const QString& folder, const QString& name,
    const std::function<void(const QString&)>& chosen)
{
    QFileDialog* dialog = makeDialog(parent, title, folder);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    const QString suffix = QFileInfo(name).suffix();
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({u"*."_s + suffix, QCoreApplication::translate("FileDialogs", "All files (*)")});
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->show();
}

void askForPartFile(QWidget* parent, const QString& folder, const QString& name,
    const std::function<void(const QString&)>& chosen)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("FileDialogs", text); };
    QFileDialog* dialog =
        makeDialog(parent, say(QT_TRANSLATE_NOOP("FileDialogs", "Save the ticked part")), folder);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    const QStringList suffixes{u"keras"_s, u"weights.h5"_s, u"bin"_s};
    dialog->setNameFilters({say(QT_TRANSLATE_NOOP("FileDialogs", "Keras 3 model")) + u" (*.keras)"_s,
        say(QT_TRANSLATE_NOOP("FileDialogs", "Weights alone")) + u" (*.weights.h5)"_s,
        say(QT_TRANSLATE_NOOP("FileDialogs", "Keras.js model")) + u" (*.bin)"_s});
    dialog->setDefaultSuffix(suffixes.front());
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, suffixes](const QString& filter) {
        for (const QString& suffix : suffixes)
            if (filter.contains(u"*."_s + suffix))
                dialog->setDefaultSuffix(suffix);
    });
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog, chosen);
    dialog->show();
}

} // namespace kerascope
