// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include "ui/icons.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString aboutText(const char* source) { return QCoreApplication::translate("About", source); }

} // namespace

void showAbout(QWidget* parent)
{
    if (auto* open = parent->findChild<QDialog*>(u"aboutDialog"_s)) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(u"aboutDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(false);
    dialog->setWindowTitle(aboutText(QT_TRANSLATE_NOOP("About", "About Kerascope")));
    auto* icon = new QLabel(dialog);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto* words = new QLabel(dialog);
    words->setObjectName(u"aboutText"_s);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->setText(u"<h3 style='margin-top:0'>Kerascope %1</h3><p>%2</p><p>%3</p><p>%4</p>"_s.arg(
        QStringLiteral(KERASCOPE_VERSION),
        aboutText(QT_TRANSLATE_NOOP("About", "Look inside, run and profile Keras models.")),
        aboutText(QT_TRANSLATE_NOOP("About",
            "Free software under the GNU General Public License, version 3 or later. There is no warranty.")),
        aboutText(
            QT_TRANSLATE_NOOP("About",
                "Built with Qt %1 and Qt Charts, HDF5, oneDNN, libzip and nlohmann/json. No network, no "
                "telemetry."))
            .arg(QLatin1StringView(qVersion()))));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(words, 1, Qt::AlignTop);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(16, 16, 16, 12);
    layout->setSpacing(12);
    layout->addLayout(row, 1);
    layout->addWidget(buttons);
    dialog->resize(440, 240);
    dialog->show();
}

} // namespace kerascope
