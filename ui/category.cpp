// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/category.h"

#include <QCoreApplication>
#include <array>
#include <string_view>

namespace kerascope {
namespace {

struct Word {
    std::string_view part;
    LayerCategory category;
};

// The first match decides, so the narrower words stand first.
constexpr std::array words{
    Word{"Input", LayerCategory::InputOutput},
    Word{"Attention", LayerCategory::Attention},
    Word{"ConvLSTM", LayerCategory::Recurrent},
    Word{"LSTM", LayerCategory::Recurrent},
    Word{"GRU", LayerCategory::Recurrent},
    Word{"RNN", LayerCategory::Recurrent},
    Word{"Bidirectional", LayerCategory::Recurrent},
    Word{"Conv", LayerCategory::Convolution},
    Word{"Normalization", LayerCategory::Normalisation},
    Word{"Pool", LayerCategory::Pooling},
    Word{"Dense", LayerCategory::Dense},
    Word{"Embedding", LayerCategory::Dense},
    Word{"TimeDistributed", LayerCategory::Dense},
    Word{"Add", LayerCategory::Merge},
    Word{"Subtract", LayerCategory::Merge},
    Word{"Multiply", LayerCategory::Merge},
    Word{"Average", LayerCategory::Merge},
    Word{"Maximum", LayerCategory::Merge},
    Word{"Minimum", LayerCategory::Merge},
    Word{"Concatenate", LayerCategory::Merge},
    Word{"Dot", LayerCategory::Merge},
    Word{"Merge", LayerCategory::Merge},
    Word{"ReLU", LayerCategory::Activation},
    Word{"ELU", LayerCategory::Activation},
    Word{"Softmax", LayerCategory::Activation},
    Word{"Activation", LayerCategory::Activation},
};

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

LayerCategory categoryOf(const Layer& layer)
{
    if (!layer.supported)
        return LayerCategory::Unsupported;
    if (layer.container)
        return LayerCategory::Container;
    for (const Word& word : words)
        if (contains(layer.type, word.part))
            return word.category;
    return LayerCategory::Shape;
}

QColor categoryColour(LayerCategory category)
{
    switch (category) {
    case LayerCategory::Convolution:
        return QColor(0x00, 0x72, 0xB2);
    case LayerCategory::Dense:
        return QColor(0xE6, 0x9F, 0x00);
    case LayerCategory::Recurrent:
        return QColor(0xCC, 0x79, 0xA7);
    case LayerCategory::Attention:
        return QColor(0xD5, 0x5E, 0x00);
    case LayerCategory::Normalisation:
        return QColor(0x00, 0x9E, 0x73);
    case LayerCategory::Activation:
        return QColor(0x56, 0xB4, 0xE9);
    case LayerCategory::Pooling:
        return QColor(0x7B, 0x61, 0xA8);
    case LayerCategory::Merge:
        return QColor(0x8C, 0x6D, 0x1F);
    case LayerCategory::Shape:
    case LayerCategory::Container:
        return QColor(0x6B, 0x72, 0x80);
    case LayerCategory::InputOutput:
        return QColor(0x37, 0x41, 0x51);
    case LayerCategory::Unsupported:
        break;
    }
    return QColor(0xB9, 0x1C, 0x1C);
}

QString categoryName(LayerCategory category)
{
    const char* name = QT_TRANSLATE_NOOP("Category", "not supported");
    switch (category) {
    case LayerCategory::Convolution:
        name = QT_TRANSLATE_NOOP("Category", "convolution");
        break;
    case LayerCategory::Dense:
        name = QT_TRANSLATE_NOOP("Category", "dense");
        break;
    case LayerCategory::Recurrent:
        name = QT_TRANSLATE_NOOP("Category", "recurrent");
        break;
    case LayerCategory::Attention:
        name = QT_TRANSLATE_NOOP("Category", "attention");
        break;
    case LayerCategory::Normalisation:
        name = QT_TRANSLATE_NOOP("Category", "normalisation");
        break;
    case LayerCategory::Activation:
        name = QT_TRANSLATE_NOOP("Category", "activation");
        break;
    case LayerCategory::Pooling:
        name = QT_TRANSLATE_NOOP("Category", "pooling");
        break;
    case LayerCategory::Merge:
        name = QT_TRANSLATE_NOOP("Category", "merge");
        break;
    case LayerCategory::Shape:
        name = QT_TRANSLATE_NOOP("Category", "shape");
        break;
    case LayerCategory::InputOutput:
        name = QT_TRANSLATE_NOOP("Category", "input/output");
        break;
    case LayerCategory::Container:
        name = QT_TRANSLATE_NOOP("Category", "nested model");
        break;
    case LayerCategory::Unsupported:
        break;
    }
    return QCoreApplication::translate("Category", name);
}

} // namespace kerascope
