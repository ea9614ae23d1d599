// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sample.h"

#include "ui/background.h"
#include "ui/session.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto modelName = "digits.keras"_L1;
constexpr auto pictureName = "digit_3.png"_L1;

/// Copies the sample out of the program; true if all is there.
bool unpack(const QString& folder)
{
    if (!QDir().mkpath(folder))
        return false;
    bool all = true;
    for (const QString& name : QDir(u":/sample"_s).entryList(QDir::Files)) {
        const QString target = folder + u'/' + name;
        QFile source(u":/sample/"_s + name);
        if (QFile::exists(target) && QFile(target).size() == source.size())
            continue;
        QFile::remove(target);
        all = source.copy(target) && all;
        QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner);
    }
    return all;
}

} // namespace

Sample::Sample(Session& session, QObject* parent)
    : QObject(parent)
    , session_(session)
    , folder_(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + u"/sample"_s)
{
    connect(&session, &Session::modelChanged, this, &Sample::giveInput);
    connect(&session, &Session::stateChanged, this, &Sample::runWhenReady);
    connect(&session, &Session::loadedChanged, this, &Sample::runWhenReady);
    connect(&session, &Session::failed, this, [this] { inputWanted_ = runWanted_ = false; });
}

void Sample::open()
{
    runInBackground(
        this, [folder = folder_] { return unpack(folder); },
        [this](bool unpacked) {
            inputWanted_ = true;
            // A copy that went wrong is told by the session, with the path.
            Q_UNUSED(unpacked)
            session_.open({folder_ + u'/' + modelName});
        });
}

bool Sample::isOpen() const
{
    const auto model = session_.model();
    return model && model->file && !model->file->files.empty()
        && QString::fromStdString(model->file->files.front().path.string()) == folder_ + u'/' + modelName;
}

QString Sample::labelFile() { return u":/sample/labels.txt"_s; }

void Sample::giveInput()
{
    if (!inputWanted_ || !isOpen())
        return;
    inputWanted_ = false;
    InputSpec spec;
    spec.kind = InputSpec::Kind::Picture;
    spec.file = (folder_ + u'/' + pictureName).toStdString();
    for (const ModelInput& input : session_.model()->summary->model->inputs)
        session_.setInput(input.name, spec);
    runWanted_ = true;
    runWhenReady();
}

void Sample::runWhenReady()
{
    if (isOpen() && session_.state() == SessionState::Running)
        runWanted_ = false; // it took the place of a running model; a later Stop must hold
    if (!runWanted_ || session_.state() != SessionState::Ready || session_.cannotRun() || !isOpen())
        return;
    runWanted_ = false;
    session_.run(0);
}

} // namespace kerascope
