// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/output_page.h"

#include "ui/background.h"
#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/icons.h"
#include "ui/inspector/bar_delegate.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QImage>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int refreshMs = 200;
constexpr size_t mostRows = 20;
constexpr size_t mostValues = 2'000'000; ///< beyond this a search for the largest would hold the window up
constexpr int pictureSide = 112;
constexpr qint64 mostLabelBytes = 4 << 20;

QStringList readLabels(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return {};
    QStringList labels = QString::fromUtf8(file.read(mostLabelBytes)).split(u'\n');
    while (!labels.isEmpty() && labels.back().trimmed().isEmpty())
        labels.removeLast();
    return labels;
}

QImage readPicture(const QString& path)
{
    QImageReader reader(path);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (size.width() > pictureSide * 2 || size.height() > pictureSide * 2)
        reader.setScaledSize(size.scaled(pictureSide * 2, pictureSide * 2, Qt::KeepAspectRatio));
    return reader.read();
}

} // namespace

std::vector<size_t> largest(const float* values, size_t size, size_t count)
{
    std::vector<size_t> order(size);
    std::iota(order.begin(), order.end(), size_t(0));
    const size_t kept = std::min(size, count);
    const auto before = [values](size_t a, size_t b) {
        const float x = std::isnan(values[a]) ? -INFINITY : values[a];
        const float y = std::isnan(values[b]) ? -INFINITY : values[b];
        return x != y ? x > y : a < b;
    };
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(kept), order.end(), before);
    order.resize(kept);
    return order;
}

OutputPage::OutputPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , output_(new QComboBox(this))
    , sample_(new QSpinBox(this))
    , note_(new QLabel(this))
    , answer_(new QLabel(this))
    , top_(new QTreeWidget(this))
    , labelsButton_(new QPushButton(themedIcon(u"labels"_s), tr("Labels…"), this))
    , picture_(new QLabel(this))
    , pictureName_(new ElidedLabel(this))
{
    setObjectName(u"outputPage"_s);
    output_->setObjectName(u"outputChoice"_s);
    output_->setAccessibleName(tr("Output"));
    output_->setAccessibleDescription(tr("Output"));
    sample_->setObjectName(u"outputSample"_s);
    sample_->setAccessibleName(tr("Sample of the batch"));
    sample_->setToolTip(tr("Which sample of the batch is shown"));
    sample_->setPrefix(tr("sample "));
    sample_->findChild<QLineEdit*>()->setAcceptDrops(false);
    note_->setObjectName(u"outputNote"_s);
    note_->setWordWrap(true);
    answer_->setObjectName(u"outputAnswer"_s);
    answer_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    answer_->setWordWrap(true);
    QFont large = answer_->font();
    large.setPointSizeF(large.pointSizeF() * 2.2);
    large.setBold(true);
    answer_->setFont(large);
    labelsButton_->setObjectName(u"labelsButton"_s);
    labelsButton_->setToolTip(tr("Choose a text file with one label a line"));
    connect(labelsButton_, &QPushButton::clicked, this, &OutputPage::labelsWanted);
    picture_->setObjectName(u"inputPicture"_s);
    picture_->setFixedSize(pictureSide, pictureSide);
    picture_->setAlignment(Qt::AlignCenter);
    picture_->setFrameShape(QFrame::StyledPanel);
    pictureName_->setObjectName(u"inputPictureName"_s);
    pictureName_->setForegroundRole(QPalette::PlaceholderText);
    pictureName_->setMaximumWidth(pictureSide);
    output_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    output_->setMinimumContentsLength(4);

    top_->setObjectName(u"outputTop"_s);
    top_->setAccessibleName(tr("Largest values"));
    top_->setHeaderLabels({tr("Class"), tr("Value")});
    top_->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    top_->setRootIsDecorated(false);
    top_->setUniformRowHeights(true);
    top_->setFrameShape(QFrame::NoFrame);
    top_->setItemDelegateForColumn(1, new BarDelegate(top_));
    top_->header()->setAccessibleName(tr("Columns"));
    top_->header()->setStretchLastSection(true);

    auto* choices = new QHBoxLayout;
    choices->addWidget(output_, 1);
    choices->addWidget(sample_);
    auto* text = new QVBoxLayout;
    text->addWidget(answer_);
    text->addWidget(note_);
    text->addWidget(labelsButton_, 0, Qt::AlignLeft);
    text->addStretch();
    auto* pictureColumn = new QVBoxLayout;
    pictureColumn->addWidget(picture_);
    pictureColumn->addWidget(pictureName_);
    pictureColumn->addStretch();
    auto* head = new QHBoxLayout;
    head->addLayout(text, 1);
    head->addLayout(pictureColumn);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    layout->addLayout(choices);
    layout->addLayout(head);
    layout->addWidget(top_, 1);

    timer_.setSingleShot(true);
    timer_.setInterval(refreshMs);
    connect(&timer_, &QTimer::timeout, this, &OutputPage::refresh);
    connect(&session, &Session::runsChanged, this, &OutputPage::schedule);
    connect(&session, &Session::modelChanged, this, &OutputPage::schedule);
    connect(&session, &Session::settingsChanged, this, &OutputPage::showInput);
    connect(output_, &QComboBox::currentIndexChanged, this, &OutputPage::schedule);
    connect(sample_, &QSpinBox::valueChanged, this, &OutputPage::schedule);
    refresh();
    showInput();
}

void OutputPage::loadLabels(const QString& file)
{
    runInBackground(
        this, [file] { return readLabels(file); },
        [this](QStringList labels) {
            labels_ = std::move(labels);
            schedule();
        });
}

void OutputPage::clearLabels()
{
    labels_.clear();
    schedule();
}

void OutputPage::schedule()
{
    if (!timer_.isActive())
        timer_.start();
}

void OutputPage::refresh()
{
    showOutputs();
    const auto outputs = session_.outputs();
    const int chosen = output_->currentIndex();
    const bool some = chosen >= 0 && size_t(chosen) < outputs.size() && outputs[size_t(chosen)].tensor;
    for (QWidget* widget : {static_cast<QWidget*>(top_), static_cast<QWidget*>(answer_)})
        widget->setVisible(some);
    if (some)
        showTop(outputs[size_t(chosen)]);
    else
        note_->setText(tr("The model has not run yet"));
}

void OutputPage::showOutputs()
{
    QStringList names;
    for (const NamedTensor& output : session_.outputs())
        names << QString::fromStdString(output.name);
    QStringList shown;
    for (int i = 0; i < output_->count(); ++i)
        shown << output_->itemText(i);
    if (names == shown)
        return;
    const QSignalBlocker blocker(output_);
    const QString chosen = output_->currentText();
    output_->clear();
    output_->addItems(names);
    output_->setCurrentIndex(std::max(0, int(names.indexOf(chosen))));
}

QString OutputPage::labelOf(size_t index, const Shape& shape) const
{
    if (shape.rank() == 2 && index < size_t(labels_.size()))
        return labels_[qsizetype(index)].trimmed();
    QStringList place;
    auto rest = int64_t(index);
    for (int axis = shape.rank() - 1; axis >= 1; --axis) {
        place.prepend(QString::number(rest % shape[axis]));
        rest /= shape[axis];
    }
    return place.isEmpty() ? QString::number(index) : place.join(u", "_s);
}

void OutputPage::showTop(const NamedTensor& output)
{
    const Tensor& tensor = *output.tensor;
    const int64_t batch = tensor.shape.rank() > 0 ? std::max<int64_t>(1, tensor.shape[0]) : 1;
    {
        const QSignalBlocker blocker(sample_);
        sample_->setMaximum(int(std::min<int64_t>(batch, 1'000'000)) - 1);
        sample_->setVisible(batch > 1);
    }
    const size_t size = tensor.data.size() / size_t(batch);
    const size_t first = std::min(size * size_t(sample_->value()), tensor.data.size());
    const size_t looked = std::min({size, mostValues, tensor.data.size() - first});
    const float* values = tensor.data.data() + first;
    const auto order = largest(values, looked, mostRows);
    const bool classes = tensor.shape.rank() == 2 && size > 1;
    answer_->setVisible(classes && !order.empty());
    if (!order.empty())
        answer_->setText(labelOf(order[0], tensor.shape));
    note_->setText(
        tr("%1, shape %2").arg(QString::fromStdString(output.name), formatShape(tensor.shape, true))
        + (looked < size
                ? u'\n' + tr("Only the first %1 values are searched").arg(exactCount(int64_t(looked)))
                : QString()));
    while (top_->topLevelItemCount() > int(order.size()))
        delete top_->takeTopLevelItem(top_->topLevelItemCount() - 1);
    double most = 0;
    for (size_t index : order)
        if (std::isfinite(values[index]))
            most = std::max(most, std::abs(double(values[index])));
    for (size_t i = 0; i < order.size(); ++i) {
        auto* item =
            int(i) < top_->topLevelItemCount() ? top_->topLevelItem(int(i)) : new QTreeWidgetItem(top_);
        const double value = double(values[order[i]]);
        item->setText(0, labelOf(order[i], tensor.shape));
        item->setText(1, formatNumber(value));
        item->setToolTip(1, QString::number(value, 'g', 9));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(
            1, BarDelegate::ShareRole, most > 0 && std::isfinite(value) ? std::abs(value) / most : 0.0);
    }
}

void OutputPage::showInput()
{
    QString path;
    const auto model = session_.model();
    const auto specs = session_.inputs(); // kept across a swap, also those of other models
    for (size_t i = 0; model && path.isEmpty() && i < model->summary->model->inputs.size(); ++i) {
        const auto spec = specs.find(model->summary->model->inputs[i].name);
        if (spec != specs.end() && spec->second.kind == InputSpec::Kind::Picture)
            path = QString::fromStdString(spec->second.file.string());
    }
    if (path == shownPicture_ && !path.isEmpty())
        return;
    shownPicture_ = path;
    picture_->setVisible(!path.isEmpty());
    pictureName_->setVisible(!path.isEmpty());
    if (path.isEmpty())
        return;
    const QString fileName = QFileInfo(path).fileName();
    pictureName_->setText(fileName);
    picture_->setAccessibleDescription(tr("Input picture %1").arg(fileName));
    runInBackground(
        this, [path] { return readPicture(path); },
        [this, path](const QImage& image) {
            if (path != shownPicture_)
                return;
            if (image.isNull())
                picture_->setText(tr("no picture"));
            else
                picture_->setPixmap(
                    QPixmap::fromImage(image.scaled(pictureSide - 4, pictureSide - 4, Qt::KeepAspectRatio)));
        });
}

} // namespace kerascope
