// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/tensors_view.h"

#include "ui/format.h"
#include "ui/inspector/histogram_view.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
enum Column { Name, ShapeColumn, Min, Max, Mean, Std, Zeros, NotFinite, ColumnCount };
}

TensorsView::TensorsView(const QString& objectName, const QString& name, QWidget* parent)
    : QWidget(parent)
    , note_(new QLabel(this))
    , table_(new QTreeWidget(this))
    , histogram_(new HistogramView(this))
{
    setObjectName(objectName);
    note_->setObjectName(objectName + u"Note"_s);
    note_->setWordWrap(true);
    note_->setAlignment(Qt::AlignCenter);
    note_->setMargin(12);
    table_->setObjectName(objectName + u"Table"_s);
    table_->setAccessibleName(name);
    table_->setRootIsDecorated(false);
    table_->setUniformRowHeights(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setHeaderLabels(
        {tr("Name"), tr("Shape"), tr("Min"), tr("Max"), tr("Mean"), tr("Std"), tr("Zeros"), tr("NaN, Inf")});
    for (int column = Min; column < ColumnCount; ++column)
        table_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    table_->header()->setAccessibleName(tr("Columns"));
    table_->header()->setStretchLastSection(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(note_);
    layout->addWidget(table_, 1);
    layout->addWidget(histogram_);
    connect(table_, &QTreeWidget::currentItemChanged, this, &TensorsView::showChosen);
    setNothing({});
}

void TensorsView::setNothing(const QString& sentence)
{
    tensors_.clear();
    table_->clear();
    table_->hide();
    histogram_->setStatistics(std::nullopt);
    histogram_->hide();
    note_->setText(sentence);
    note_->show();
}

void TensorsView::setTensors(const std::vector<WeightView>& tensors)
{
    const int chosen = std::max(0, table_->indexOfTopLevelItem(table_->currentItem()));
    tensors_ = tensors;
    table_->clear();
    for (const WeightView& tensor : tensors) {
        const TensorStatistics& numbers = tensor.statistics;
        auto* item = new QTreeWidgetItem(table_);
        item->setText(Name, QString::fromStdString(tensor.role));
        item->setText(ShapeColumn, formatShape(tensor.shape, true));
        item->setText(Min, formatNumber(numbers.min));
        item->setText(Max, formatNumber(numbers.max));
        item->setText(Mean, formatNumber(numbers.mean));
        item->setText(Std, formatNumber(numbers.std));
        item->setText(Zeros,
            numbers.elements ? formatShare(double(numbers.zeros) / double(numbers.elements)) : noValue());
        item->setText(NotFinite, exactCount(numbers.nans + numbers.infinities));
        item->setToolTip(Zeros, exactCount(numbers.zeros));
        item->setToolTip(ShapeColumn, tr("%1 values").arg(exactCount(numbers.elements)));
        for (int column = Min; column < ColumnCount; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        if (numbers.nans + numbers.infinities > 0)
            item->setForeground(NotFinite, errorColour(palette()));
    }
    for (int column = 0; column < ColumnCount; ++column)
        table_->resizeColumnToContents(column);
    note_->hide();
    table_->show();
    histogram_->show();
    table_->setCurrentItem(table_->topLevelItem(std::min(chosen, int(tensors.size()) - 1)));
}

void TensorsView::showChosen()
{
    const int row = table_->indexOfTopLevelItem(table_->currentItem());
    if (row < 0 || size_t(row) >= tensors_.size()) {
        histogram_->setStatistics(std::nullopt);
        return;
    }
    histogram_->setStatistics(tensors_[size_t(row)].statistics);
    histogram_->setAccessibleName(
        tr("Histogram of %1").arg(QString::fromStdString(tensors_[size_t(row)].role)));
}

} // namespace kerascope
