<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>About</name>
    <message>
        <source>About Kerascope</source>
        <translation>О программе Kerascope</translation>
    </message>
    <message>
        <source>Look inside, run and profile Keras models.</source>
        <translation>Смотреть, что внутри моделей Keras, запускать и профилировать их.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. There is no warranty.</source>
        <translation>Свободная программа по лицензии GNU GPL версии 3 или новее. Без каких-либо гарантий.</translation>
    </message>
    <message>
        <source>Built with Qt %1 and Qt Charts, HDF5, oneDNN, libzip and nlohmann/json. No network, no telemetry.</source>
        <translation>Собрана с Qt %1 и Qt Charts, HDF5, oneDNN, libzip и nlohmann/json. Без сети и телеметрии.</translation>
    </message>
</context>
<context>
    <name>Category</name>
    <message>
        <source>not supported</source>
        <translation>не поддерживается</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>свёртка</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>полносвязный</translation>
    </message>
    <message>
        <source>recurrent</source>
        <translation>рекуррентный</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>внимание</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>нормализация</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>функция активации</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>пулинг</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>слияние</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>форма</translation>
    </message>
    <message>
        <source>input/output</source>
        <translation>вход/выход</translation>
    </message>
    <message>
        <source>nested model</source>
        <translation>вложенная модель</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Models (*.h5 *.hdf5 *.keras *.json)</source>
        <translation>Модели (*.h5 *.hdf5 *.keras *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Все файлы (*)</translation>
    </message>
    <message>
        <source>Save the ticked part</source>
        <translation>Сохранить отмеченную часть</translation>
    </message>
    <message>
        <source>Keras 3 model</source>
        <translation>Модель Keras 3</translation>
    </message>
    <message>
        <source>Weights alone</source>
        <translation>Только веса</translation>
    </message>
    <message>
        <source>Keras.js model</source>
        <translation>Модель Keras.js</translation>
    </message>
</context>
<context>
    <name>GraphScene</name>
    <message>
        <source>ticked</source>
        <translation>отмечен</translation>
    </message>
    <message>
        <source>not ticked</source>
        <translation>не отмечен</translation>
    </message>
    <message>
        <source>partly ticked</source>
        <translation>отмечен частично</translation>
    </message>
    <message>
        <source>Last time</source>
        <translation>Последнее время</translation>
    </message>
    <message>
        <source>Average time</source>
        <translation>Среднее время</translation>
    </message>
    <message>
        <source>Share of the run</source>
        <translation>Доля прогона</translation>
    </message>
    <message>
        <source>Time counted in</source>
        <translation>Время считается за</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Рабочая память</translation>
    </message>
    <message>
        <source>Cannot run: %1</source>
        <translation>Не выполняется: %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Слои</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Выход</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Shared layer</source>
        <translation>Общий слой</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Состояние</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>слоёв: %1</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 слой</translation>
    </message>
    <message>
        <source>call %1 of %2</source>
        <translation>вызов %1 из %2</translation>
    </message>
    <message>
        <source>%1 params</source>
        <translation>параметров: %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>параметров: %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>активации %1</translation>
    </message>
    <message>
        <source>cannot run: %1</source>
        <translation>не выполняется: %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>в %1</translation>
    </message>
</context>
<context>
    <name>Heat</name>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>time</source>
        <translation>время</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>память</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>параметры</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>B</source>
        <translation>Б</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>кБ</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>МБ</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>ГБ</translation>
    </message>
    <message>
        <source>TB</source>
        <translation>ТБ</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>мкс</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>s</source>
        <translation>с</translation>
    </message>
    <message>
        <source>k</source>
        <translation>тыс.</translation>
    </message>
    <message>
        <source>M</source>
        <translation>млн</translation>
    </message>
    <message>
        <source>G</source>
        <translation>млрд</translation>
    </message>
    <message>
        <source>T</source>
        <translation>трлн</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>kFLOP</source>
        <translation>kFLOP</translation>
    </message>
    <message>
        <source>MFLOP</source>
        <translation>MFLOP</translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation>GFLOP</translation>
    </message>
    <message>
        <source>TFLOP</source>
        <translation>TFLOP</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 байт</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 из %2 %3</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>скаляр</translation>
    </message>
</context>
<context>
    <name>ViewMenu</name>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светлая</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тёмная</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык</translation>
    </message>
    <message>
        <source>The language changes with the next start of Kerascope.</source>
        <translation>Язык сменится при следующем запуске Kerascope.</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>cancelled</source>
        <translation>отменено</translation>
    </message>
    <message>
        <source>Not enough memory for %1 bytes</source>
        <translation>Не хватает памяти на %1 байт</translation>
    </message>
    <message>
        <source>Choose a smaller batch or untick layers</source>
        <translation>Возьмите меньший пакет или снимите отметки со слоёв</translation>
    </message>
    <message>
        <source>The input needs the shape %1, but got %2</source>
        <translation>Входу нужна форма %1, а подана %2</translation>
    </message>
    <message>
        <source>Choose an input of this shape, or another batch size</source>
        <translation>Выберите вход этой формы или другой размер пакета</translation>
    </message>
    <message>
        <source>Placing weights and making kernels</source>
        <translation>Размещение весов и создание ядер</translation>
    </message>
    <message>
        <source>this is not an input</source>
        <translation>это не вход</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>это не обычный файл</translation>
    </message>
    <message>
        <source>open a model file or the folder that holds one</source>
        <translation>откройте файл модели или папку, в которой он лежит</translation>
    </message>
    <message>
        <source>the file could not be read to its end</source>
        <translation>файл не удалось прочитать до конца</translation>
    </message>
    <message>
        <source>the folder holds more than %1 files</source>
        <translation>в папке больше %1 файлов</translation>
    </message>
    <message>
        <source>open the model file itself</source>
        <translation>откройте сам файл модели</translation>
    </message>
    <message>
        <source>the folder holds %1 models</source>
        <translation>в папке моделей: %1</translation>
    </message>
    <message>
        <source>open one of them: %1</source>
        <translation>откройте одну из них: %1</translation>
    </message>
    <message>
        <source>the folder holds no model</source>
        <translation>в папке нет модели</translation>
    </message>
    <message>
        <source>open an .h5, .hdf5 or .keras file, or a folder with one</source>
        <translation>откройте файл .h5, .hdf5 или .keras либо папку с ним</translation>
    </message>
    <message>
        <source>the file is damaged; download or copy it again</source>
        <translation>файл повреждён; скачайте или скопируйте его заново</translation>
    </message>
    <message>
        <source>the file ends after %1 of %2 bytes</source>
        <translation>файл обрывается на %1-м байте из %2</translation>
    </message>
    <message>
        <source>the download or copy was cut off; do it again</source>
        <translation>скачивание или копирование оборвалось; повторите его</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>такого файла нет</translation>
    </message>
    <message>
        <source>check the name and the folder</source>
        <translation>проверьте имя и папку</translation>
    </message>
    <message>
        <source>you may not read this file</source>
        <translation>нет прав на чтение этого файла</translation>
    </message>
    <message>
        <source>change its permissions</source>
        <translation>измените права доступа</translation>
    </message>
    <message>
        <source>the file cannot be read (%1)</source>
        <translation>файл не читается (%1)</translation>
    </message>
    <message>
        <source>check the disk or the network folder that it is on</source>
        <translation>проверьте диск или сетевую папку, где он лежит</translation>
    </message>
    <message>
        <source>open the Keras model that it was made from</source>
        <translation>откройте модель Keras, из которой он получен</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>файл пуст</translation>
    </message>
    <message>
        <source>download or save the model again</source>
        <translation>скачайте или сохраните модель заново</translation>
    </message>
    <message>
        <source>the file holds nothing but zeros: its download stopped before it began</source>
        <translation>в файле одни нули: его скачивание прервалось в самом начале</translation>
    </message>
    <message>
        <source>download it again</source>
        <translation>скачайте его заново</translation>
    </message>
    <message>
        <source>this is a web page, not a model</source>
        <translation>это веб-страница, а не модель</translation>
    </message>
    <message>
        <source>the link led to a page; look there for the link to the file itself</source>
        <translation>ссылка привела на страницу; найдите на ней ссылку на сам файл</translation>
    </message>
    <message>
        <source>this is a Git LFS pointer, not the model itself</source>
        <translation>это указатель Git LFS, а не сама модель</translation>
    </message>
    <message>
        <source>run &quot;git lfs pull&quot; in the repository, or download the file from its web page</source>
        <translation>выполните «git lfs pull» в репозитории или скачайте файл с его веб-страницы</translation>
    </message>
    <message>
        <source>this is a file of macOS that stands beside the model (its name begins with ._)</source>
        <translation>это служебный файл macOS рядом с моделью (его имя начинается с ._)</translation>
    </message>
    <message>
        <source>open the file without ._ in its name</source>
        <translation>откройте файл без ._ в имени</translation>
    </message>
    <message>
        <source>this is an ONNX model, not a Keras model</source>
        <translation>это модель ONNX, а не Keras</translation>
    </message>
    <message>
        <source>this is a TensorFlow Lite model, not a Keras model</source>
        <translation>это модель TensorFlow Lite, а не Keras</translation>
    </message>
    <message>
        <source>this is a TensorFlow SavedModel, not a Keras file</source>
        <translation>это TensorFlow SavedModel, а не файл Keras</translation>
    </message>
    <message>
        <source>load it with Keras and save it as .keras</source>
        <translation>загрузите её в Keras и сохраните как .keras</translation>
    </message>
    <message>
        <source>this is a TensorFlow graph without Keras layers</source>
        <translation>это граф TensorFlow без слоёв Keras</translation>
    </message>
    <message>
        <source>this is a TensorFlow checkpoint: weights without an architecture</source>
        <translation>это контрольная точка TensorFlow: веса без архитектуры</translation>
    </message>
    <message>
        <source>load it with Keras and save the model as .keras</source>
        <translation>загрузите её в Keras и сохраните модель как .keras</translation>
    </message>
    <message>
        <source>this is a PyTorch file, not a Keras model</source>
        <translation>это файл PyTorch, а не модель Keras</translation>
    </message>
    <message>
        <source>choose a Keras model</source>
        <translation>выберите модель Keras</translation>
    </message>
    <message>
        <source>this is a Python pickle, which is never read because it can run code</source>
        <translation>это pickle Python; такие файлы не читаются, потому что могут выполнять код</translation>
    </message>
    <message>
        <source>load it with Python and save the model as .keras</source>
        <translation>загрузите его в Python и сохраните модель как .keras</translation>
    </message>
    <message>
        <source>this is a safetensors file: weights without a Keras architecture</source>
        <translation>это файл safetensors: веса без архитектуры Keras</translation>
    </message>
    <message>
        <source>this is a GGUF file (a language model), not a Keras model</source>
        <translation>это файл GGUF (языковая модель), а не модель Keras</translation>
    </message>
    <message>
        <source>this is a NumPy array, not a model</source>
        <translation>это массив NumPy, а не модель</translation>
    </message>
    <message>
        <source>open a model first; an array can be its input</source>
        <translation>сначала откройте модель; массив может быть её входом</translation>
    </message>
    <message>
        <source>this is a packed archive</source>
        <translation>это сжатый архив</translation>
    </message>
    <message>
        <source>unpack it and open the model inside</source>
        <translation>распакуйте его и откройте модель внутри</translation>
    </message>
    <message>
        <source>this is a picture, not a model</source>
        <translation>это изображение, а не модель</translation>
    </message>
    <message>
        <source>open a model first; a picture can be its input</source>
        <translation>сначала откройте модель; изображение может быть её входом</translation>
    </message>
    <message>
        <source>this is not a known model file</source>
        <translation>это неизвестный вид файла</translation>
    </message>
    <message>
        <source>open an .h5, .hdf5 or .keras file, or an architecture&apos;s .json with its weights</source>
        <translation>откройте файл .h5, .hdf5 или .keras либо .json архитектуры вместе с её весами</translation>
    </message>
    <message>
        <source>the attribute &quot;%1&quot; inside the HDF5 file cannot be read</source>
        <translation>атрибут «%1» в файле HDF5 не читается</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; cannot be read</source>
        <translation>тензор «%1» не читается</translation>
    </message>
    <message>
        <source>save the model again with Keras, or convert the file with h5repack</source>
        <translation>сохраните модель в Keras заново или преобразуйте файл программой h5repack</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; holds values of a type that is not read</source>
        <translation>тензор «%1» хранит значения типа, который не читается</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; declares an impossible size</source>
        <translation>у тензора «%1» указан невозможный размер</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; declares %2 bytes but the file holds %3 for it</source>
        <translation>для тензора «%1» указано %2 байт, а в файле их %3</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; is packed with the filter %2, which is not read</source>
        <translation>тензор «%1» сжат фильтром %2, который не поддерживается</translation>
    </message>
    <message>
        <source>the values of the tensor &quot;%1&quot; lie in another file</source>
        <translation>значения тензора «%1» лежат в другом файле</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; is put together from other files</source>
        <translation>тензор «%1» составлен из других файлов</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; lies beyond the end of the file</source>
        <translation>тензор «%1» лежит за концом файла</translation>
    </message>
    <message>
        <source>&quot;%1&quot; inside the HDF5 file cannot be read</source>
        <translation>«%1» в файле HDF5 не читается</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lies in another file</source>
        <translation>«%1» лежит в другом файле</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a soft link</source>
        <translation>«%1» — символическая ссылка</translation>
    </message>
    <message>
        <source>links are not followed; save the model again as one plain file</source>
        <translation>ссылки не отслеживаются; сохраните модель заново одним обычным файлом</translation>
    </message>
    <message>
        <source>this is not an HDF5 file</source>
        <translation>это не файл HDF5</translation>
    </message>
    <message>
        <source>choose another file</source>
        <translation>выберите другой файл</translation>
    </message>
    <message>
        <source>the HDF5 file cannot be read: its first headers are damaged</source>
        <translation>файл HDF5 не читается: повреждены его начальные заголовки</translation>
    </message>
    <message>
        <source>a list of names inside the HDF5 file cannot be read</source>
        <translation>список имён в файле HDF5 не читается</translation>
    </message>
    <message>
        <source>a group of the HDF5 file holds more than %1 entries</source>
        <translation>в группе файла HDF5 больше %1 записей</translation>
    </message>
    <message>
        <source>no Keras model looks like this; check the file</source>
        <translation>у моделей Keras так не бывает; проверьте файл</translation>
    </message>
    <message>
        <source>the groups of the HDF5 file are nested without end</source>
        <translation>группы файла HDF5 вложены без конца</translation>
    </message>
    <message>
        <source>the weights of the layer &quot;%1&quot; are missing</source>
        <translation>нет весов слоя «%1»</translation>
    </message>
    <message>
        <source>the weight &quot;%1&quot; of the layer &quot;%2&quot; is missing</source>
        <translation>нет веса «%1» слоя «%2»</translation>
    </message>
    <message>
        <source>the HDF5 file does not say which layers its weights belong to</source>
        <translation>в файле HDF5 не сказано, каким слоям принадлежат веса</translation>
    </message>
    <message>
        <source>save the model again with a newer Keras</source>
        <translation>сохраните модель заново в более новой версии Keras</translation>
    </message>
    <message>
        <source>this is an HDF5 file without a Keras model in it</source>
        <translation>это файл HDF5, но модели Keras в нём нет</translation>
    </message>
    <message>
        <source>open a file that was written by model.save() or model.save_weights()</source>
        <translation>откройте файл, записанный model.save() или model.save_weights()</translation>
    </message>
    <message>
        <source>the file holds the architecture without weights</source>
        <translation>в файле архитектура без весов</translation>
    </message>
    <message>
        <source>the file holds weights without an architecture; open it together with the model&apos;s JSON file</source>
        <translation>в файле веса без архитектуры; откройте его вместе с файлом JSON модели</translation>
    </message>
    <message>
        <source>the HDF5 file ends after %1 bytes, inside its first header</source>
        <translation>файл HDF5 обрывается на %1-м байте, внутри первого заголовка</translation>
    </message>
    <message>
        <source>the download was cut off or the program that wrote it died; get the file again</source>
        <translation>скачивание оборвалось или записывавшая программа упала; получите файл заново</translation>
    </message>
    <message>
        <source>the first header of the HDF5 file has the unknown version %1</source>
        <translation>у первого заголовка файла HDF5 неизвестная версия %1</translation>
    </message>
    <message>
        <source>the first header of the HDF5 file makes no sense</source>
        <translation>первый заголовок файла HDF5 не имеет смысла</translation>
    </message>
    <message>
        <source>the program that wrote this HDF5 file has not closed it</source>
        <translation>программа, записывавшая этот файл HDF5, его не закрыла</translation>
    </message>
    <message>
        <source>wait until it is done, or save the model again</source>
        <translation>дождитесь, пока она закончит, или сохраните модель заново</translation>
    </message>
    <message>
        <source>there is no tensor %1</source>
        <translation>тензора %1 нет</translation>
    </message>
    <message>
        <source>a read goes beyond the tensor &quot;%1&quot;</source>
        <translation>чтение выходит за пределы тензора «%1»</translation>
    </message>
    <message>
        <source>the values of the tensor &quot;%1&quot; cannot be read</source>
        <translation>значения тензора «%1» не читаются</translation>
    </message>
    <message>
        <source>the JSON text names the key &quot;%1&quot; twice in one object</source>
        <translation>в тексте JSON ключ «%1» встречается дважды в одном объекте</translation>
    </message>
    <message>
        <source>the text is not JSON: it stops making sense at byte %1</source>
        <translation>текст — не JSON: он теряет смысл на %1-м байте</translation>
    </message>
    <message>
        <source>the text is not JSON</source>
        <translation>текст — не JSON</translation>
    </message>
    <message>
        <source>the file is damaged or was changed by hand; save or download it again</source>
        <translation>файл повреждён или изменён вручную; сохраните или скачайте его заново</translation>
    </message>
    <message>
        <source>the JSON text holds more than %1 values</source>
        <translation>в тексте JSON больше %1 значений</translation>
    </message>
    <message>
        <source>the JSON text is nested deeper than %1 levels</source>
        <translation>вложенность текста JSON больше %1 уровней</translation>
    </message>
    <message>
        <source>the JSON text is %1 bytes long, more than the %2 that are read</source>
        <translation>текст JSON занимает %1 байт, а читается не больше %2</translation>
    </message>
    <message>
        <source>no Keras configuration is that large; check the file</source>
        <translation>таких больших конфигураций в Keras не бывает; проверьте файл</translation>
    </message>
    <message>
        <source>this is a TensorFlow.js graph model, which holds no Keras layers</source>
        <translation>это graph-модель TensorFlow.js, слоёв Keras в ней нет</translation>
    </message>
    <message>
        <source>open the Keras model that it was converted from</source>
        <translation>откройте модель Keras, из которой она получена</translation>
    </message>
    <message>
        <source>this is a JSON file, but no Keras architecture</source>
        <translation>это файл JSON, но не архитектура Keras</translation>
    </message>
    <message>
        <source>open what model.to_json() wrote</source>
        <translation>откройте то, что записал model.to_json()</translation>
    </message>
    <message>
        <source>this is a zip archive that holds &quot;%1&quot;</source>
        <translation>это архив zip, в нём лежит «%1»</translation>
    </message>
    <message>
        <source>unpack it and open that file</source>
        <translation>распакуйте его и откройте этот файл</translation>
    </message>
    <message>
        <source>this zip archive holds a Keras model inside a folder</source>
        <translation>в этом архиве zip модель Keras лежит внутри папки</translation>
    </message>
    <message>
        <source>unpack it and open the folder</source>
        <translation>распакуйте его и откройте папку</translation>
    </message>
    <message>
        <source>this is a zip archive of a TensorFlow SavedModel</source>
        <translation>это архив zip с TensorFlow SavedModel</translation>
    </message>
    <message>
        <source>this is a file of NumPy arrays, not a model</source>
        <translation>это файл массивов NumPy, а не модель</translation>
    </message>
    <message>
        <source>this is a zip archive without a Keras model in it</source>
        <translation>это архив zip, но модели Keras в нём нет</translation>
    </message>
    <message>
        <source>open an .h5, .hdf5 or .keras file</source>
        <translation>откройте файл .h5, .hdf5 или .keras</translation>
    </message>
    <message>
        <source>the weights of this .keras file are Python pickles, which are never read</source>
        <translation>веса этого файла .keras — pickle Python, такие не читаются</translation>
    </message>
    <message>
        <source>save the model again with Keras&apos;s standard settings</source>
        <translation>сохраните модель заново с обычными настройками Keras</translation>
    </message>
    <message>
        <source>save the array again with numpy.save</source>
        <translation>сохраните массив заново через numpy.save</translation>
    </message>
    <message>
        <source>this is not a NumPy array</source>
        <translation>это не массив NumPy</translation>
    </message>
    <message>
        <source>the NumPy array is cut off in its header</source>
        <translation>массив NumPy обрывается внутри заголовка</translation>
    </message>
    <message>
        <source>the header of the NumPy array cannot be read</source>
        <translation>заголовок массива NumPy не читается</translation>
    </message>
    <message>
        <source>the NumPy array holds no plain numbers</source>
        <translation>в массиве NumPy не обычные числа</translation>
    </message>
    <message>
        <source>the shape of the NumPy array cannot be read</source>
        <translation>форма массива NumPy не читается</translation>
    </message>
    <message>
        <source>the NumPy array is cut off</source>
        <translation>массив NumPy обрывается</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>файл не читается</translation>
    </message>
    <message>
        <source>check that it exists and that you may read it</source>
        <translation>проверьте, что он есть и доступен для чтения</translation>
    </message>
    <message>
        <source>save the arrays again with numpy.savez</source>
        <translation>сохраните массивы заново через numpy.savez</translation>
    </message>
    <message>
        <source>this is not an .npz file</source>
        <translation>это не файл .npz</translation>
    </message>
    <message>
        <source>the array %1 claims %2 bytes</source>
        <translation>массив %1 заявляет %2 байт</translation>
    </message>
    <message>
        <source>the array %1 is damaged</source>
        <translation>массив %1 повреждён</translation>
    </message>
    <message>
        <source>there is no array %1 in it</source>
        <translation>массива %1 в нём нет</translation>
    </message>
    <message>
        <source>it holds %1</source>
        <translation>в нём есть %1</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>файл не записывается</translation>
    </message>
    <message>
        <source>check the folder and the space on the disk</source>
        <translation>проверьте папку и место на диске</translation>
    </message>
    <message>
        <source>this and &quot;%1&quot; are not an architecture and its weights</source>
        <translation>это и «%1» — не архитектура и её веса</translation>
    </message>
    <message>
        <source>open a model&apos;s .json together with its weights, or one whole model</source>
        <translation>откройте .json модели вместе с её весами или одну целую модель</translation>
    </message>
    <message>
        <source>this is an architecture without weights; open it together with its weights file</source>
        <translation>это архитектура без весов; откройте её вместе с файлом весов</translation>
    </message>
    <message>
        <source>the weights were found beside it in &quot;%1&quot;</source>
        <translation>веса найдены рядом, в «%1»</translation>
    </message>
    <message>
        <source>%1 files were given; a model is one file, or an architecture and its weights</source>
        <translation>файлов дано: %1; модель — это один файл либо архитектура и её веса</translation>
    </message>
    <message>
        <source>open one model at a time</source>
        <translation>открывайте по одной модели</translation>
    </message>
    <message>
        <source>unpacking the model needs %1 bytes in the temporary folder and they are not free</source>
        <translation>для распаковки модели нужно %1 байт во временной папке, а их нет</translation>
    </message>
    <message>
        <source>free some space, or set TMPDIR to a folder on a larger disk</source>
        <translation>освободите место или укажите в TMPDIR папку на большем диске</translation>
    </message>
    <message>
        <source>the zip archive ends after %1 bytes, and needs at least %2</source>
        <translation>архив zip обрывается на %1-м байте, а нужно не меньше %2</translation>
    </message>
    <message>
        <source>the zip archive ends after %1 bytes without its table of contents</source>
        <translation>архив zip обрывается на %1-м байте, оглавления в нём нет</translation>
    </message>
    <message>
        <source>the zip64 table of contents cannot be read</source>
        <translation>оглавление zip64 не читается</translation>
    </message>
    <message>
        <source>the zip archive cannot be read</source>
        <translation>архив zip не читается</translation>
    </message>
    <message>
        <source>the zip archive is one part of several</source>
        <translation>этот архив zip — одна часть из нескольких</translation>
    </message>
    <message>
        <source>the table of contents of the zip archive is damaged</source>
        <translation>оглавление архива zip повреждено</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the zip archive is encrypted</source>
        <translation>«%1» в архиве zip зашифрован</translation>
    </message>
    <message>
        <source>save the model without a password</source>
        <translation>сохраните модель без пароля</translation>
    </message>
    <message>
        <source>the zip archive disagrees with its table of contents</source>
        <translation>архив zip расходится со своим оглавлением</translation>
    </message>
    <message>
        <source>a member of the zip archive has an impossible size</source>
        <translation>у одного из файлов архива zip невозможный размер</translation>
    </message>
    <message>
        <source>the zip archive holds &quot;%1&quot; twice</source>
        <translation>в архиве zip «%1» встречается дважды</translation>
    </message>
    <message>
        <source>no Keras version writes this; get the file from where it was made</source>
        <translation>Keras так не записывает; возьмите файл там, где он был создан</translation>
    </message>
    <message>
        <source>members of the zip archive lie on top of each other</source>
        <translation>файлы в архиве zip накладываются друг на друга</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the zip archive cannot be unpacked</source>
        <translation>«%1» из архива zip не распаковывается</translation>
    </message>
    <message>
        <source>zlib does not start</source>
        <translation>zlib не запускается</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the zip archive is packed by a method that is not read</source>
        <translation>«%1» в архиве zip сжат способом, который не поддерживается</translation>
    </message>
    <message>
        <source>pack it again with plain deflate, or save the model again with Keras</source>
        <translation>упакуйте заново обычным deflate или сохраните модель в Keras заново</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the zip archive claims to unpack %2 bytes to %3</source>
        <translation>«%1» в архиве zip обещает распаковаться из %2 байт в %3</translation>
    </message>
    <message>
        <source>save the model again with Keras, which stores it without packing</source>
        <translation>сохраните модель в Keras заново: он хранит её без сжатия</translation>
    </message>
    <message>
        <source>there is no layer of this name</source>
        <translation>слоя с таким именем нет</translation>
    </message>
    <message>
        <source>the nearest names are %1</source>
        <translation>ближайшие имена: %1</translation>
    </message>
    <message>
        <source>no path leads from %1 to %2</source>
        <translation>пути от %1 до %2 нет</translation>
    </message>
    <message>
        <source>name the earlier layer first</source>
        <translation>первым назовите слой, который стоит раньше</translation>
    </message>
    <message>
        <source>a distance of the graph drawing is not a usable number</source>
        <translation>расстояние на чертеже графа — негодное число</translation>
    </message>
    <message>
        <source>a box of the graph has no usable size or container</source>
        <translation>у узла графа негодный размер или вложение</translation>
    </message>
    <message>
        <source>a container of the graph has no usable size or container</source>
        <translation>у вложенной модели графа негодный размер или вложение</translation>
    </message>
    <message>
        <source>an edge of the graph ends nowhere</source>
        <translation>ребро графа никуда не ведёт</translation>
    </message>
    <message>
        <source>containers of the graph contain each other</source>
        <translation>вложенные модели графа содержат друг друга</translation>
    </message>
    <message>
        <source>the input has the shape %1, not %2</source>
        <translation>у входа форма %1, а не %2</translation>
    </message>
    <message>
        <source>give it the model&apos;s shape, batch axis included</source>
        <translation>задайте форму модели вместе с осью пакета</translation>
    </message>
    <message>
        <source>the shape of its input &quot;%1&quot; is not known</source>
        <translation>форма его входа «%1» неизвестна</translation>
    </message>
    <message>
        <source>it needs &quot;%1&quot;, which cannot run</source>
        <translation>ему нужен слой «%1», который не выполняется</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must be a whole number below 2^31</source>
        <translation>его параметр «%1» должен быть целым числом меньше 2^31</translation>
    </message>
    <message>
        <source>axis %1 of shape %2 cannot be halved</source>
        <translation>ось %1 формы %2 нельзя поделить пополам</translation>
    </message>
    <message>
        <source>the activation &quot;%1&quot; is not known</source>
        <translation>функция активации «%1» неизвестна</translation>
    </message>
    <message>
        <source>its activation cannot be read</source>
        <translation>его функция активации не читается</translation>
    </message>
    <message>
        <source>the padding &quot;%1&quot; is not known</source>
        <translation>дополнение «%1» неизвестно</translation>
    </message>
    <message>
        <source>%1 channels and %2 filters cannot be divided into %3 groups</source>
        <translation>каналы (%1) и фильтры (%2) не делятся на группы (%3)</translation>
    </message>
    <message>
        <source>it is called with training=True, so that its result is random</source>
        <translation>он вызван с training=True, поэтому его результат случаен</translation>
    </message>
    <message>
        <source>it has no input</source>
        <translation>у него нет входа</translation>
    </message>
    <message>
        <source>it makes no mask</source>
        <translation>он не создаёт маску</translation>
    </message>
    <message>
        <source>it gives %1 tensors where the model uses %2</source>
        <translation>он даёт тензоров: %1, а модель использует %2</translation>
    </message>
    <message>
        <source>the model inside it cannot be computed</source>
        <translation>модель внутри него не вычисляется</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must be positive, not %2</source>
        <translation>его параметр «%1» должен быть положительным, а не %2</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must be a number</source>
        <translation>его параметр «%1» должен быть числом</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must be true or false</source>
        <translation>его параметр «%1» должен быть true или false</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must be a word</source>
        <translation>его параметр «%1» должен быть словом</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must hold numbers</source>
        <translation>его параметр «%1» должен содержать числа</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; needs %2 numbers</source>
        <translation>его параметру «%1» нужно чисел: %2</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; must hold sizes for %2 axes</source>
        <translation>его параметр «%1» должен задавать размеры осей: %2</translation>
    </message>
    <message>
        <source>the data format &quot;%1&quot; is not known</source>
        <translation>формат данных «%1» неизвестен</translation>
    </message>
    <message>
        <source>axis %1 does not exist in a tensor of %2 axes</source>
        <translation>оси %1 нет у тензора, осей у него %2</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; names an axis twice</source>
        <translation>его параметр «%1» называет ось дважды</translation>
    </message>
    <message>
        <source>an input of %1 axes is not possible (shape %2)</source>
        <translation>вход с числом осей %1 невозможен (форма %2)</translation>
    </message>
    <message>
        <source>its weight &quot;%1&quot; is missing in the file</source>
        <translation>его веса «%1» нет в файле</translation>
    </message>
    <message>
        <source>its weight &quot;%1&quot; has the shape %2 where %3 is needed</source>
        <translation>у его веса «%1» форма %2, а нужна %3</translation>
    </message>
    <message>
        <source>the operation %1 cannot be computed yet</source>
        <translation>операция %1 пока не вычисляется</translation>
    </message>
    <message>
        <source>layers of the class %1 cannot be computed yet</source>
        <translation>слои класса %1 пока не вычисляются</translation>
    </message>
    <message>
        <source>it gives no output</source>
        <translation>у него нет выхода</translation>
    </message>
    <message>
        <source>the layer inside it cannot be read</source>
        <translation>слой внутри него не читается</translation>
    </message>
    <message>
        <source>it needs at least %1 inputs</source>
        <translation>ему нужно входов не меньше %1</translation>
    </message>
    <message>
        <source>it needs exactly 2 inputs</source>
        <translation>ему нужно ровно 2 входа</translation>
    </message>
    <message>
        <source>its inputs of shapes %1 and %2 do not fit together</source>
        <translation>его входы форм %1 и %2 не сочетаются</translation>
    </message>
    <message>
        <source>%1 channels cannot be divided into %2 groups</source>
        <translation>каналы (%1) не делятся на группы (%2)</translation>
    </message>
    <message>
        <source>a mask of shape %1 does not fit</source>
        <translation>маска формы %1 не подходит</translation>
    </message>
    <message>
        <source>%1 numbers do not fit an input of shape %2</source>
        <translation>чисел %1, а это не подходит входу формы %2</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; cannot be computed inside a recurrent cell</source>
        <translation>его параметр «%1» не вычисляется внутри рекуррентной ячейки</translation>
    </message>
    <message>
        <source>it needs %1 initial states</source>
        <translation>ему нужно начальных состояний: %1</translation>
    </message>
    <message>
        <source>an initial state of shape %1 does not fit</source>
        <translation>начальное состояние формы %1 не подходит</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; is not supported</source>
        <translation>его параметр «%1» не поддерживается</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; does not fit an input of shape %2</source>
        <translation>его параметр «%1» не подходит входу формы %2</translation>
    </message>
    <message>
        <source>the interpolation &quot;%1&quot; cannot be computed yet</source>
        <translation>интерполяция «%1» пока не вычисляется</translation>
    </message>
    <message>
        <source>a window of %1 does not fit into an axis of %2</source>
        <translation>окно %1 не помещается на оси %2</translation>
    </message>
    <message>
        <source>an output padding of %1 with a stride of %2 is not possible</source>
        <translation>дополнение выхода %1 при шаге %2 невозможно</translation>
    </message>
    <message>
        <source>the merge mode &quot;%1&quot; is not known</source>
        <translation>способ слияния «%1» неизвестен</translation>
    </message>
    <message>
        <source>the layer inside it changes the number of samples</source>
        <translation>слой внутри него меняет число примеров</translation>
    </message>
    <message>
        <source>the batch size must be positive, not %1</source>
        <translation>размер пакета должен быть положительным, а не %1</translation>
    </message>
    <message>
        <source>give other input shapes</source>
        <translation>задайте другие формы входов</translation>
    </message>
    <message>
        <source>it would make a tensor of shape %1</source>
        <translation>получился бы тензор формы %1</translation>
    </message>
    <message>
        <source>it would make a tensor of %1 elements, which is too large</source>
        <translation>получился бы тензор из %1 элементов, это слишком много</translation>
    </message>
    <message>
        <source>a size of %1 times %2 is too large</source>
        <translation>размер %1 на %2 слишком велик</translation>
    </message>
    <message>
        <source>its inputs of shapes %1, %2 and %3 do not fit together</source>
        <translation>его входы форм %1, %2 и %3 не сочетаются</translation>
    </message>
    <message>
        <source>a tensor of shape %1 cannot be reshaped to %2</source>
        <translation>тензор формы %1 нельзя привести к форме %2</translation>
    </message>
    <message>
        <source>inputs of shapes %1 and %2 cannot be joined along axis %3</source>
        <translation>входы форм %1 и %2 нельзя соединить по оси %3</translation>
    </message>
    <message>
        <source>nothing is left of axis %1 of a tensor of shape %2</source>
        <translation>от оси %1 тензора формы %2 ничего не остаётся</translation>
    </message>
    <message>
        <source>padding by %1 and %2 is not possible</source>
        <translation>дополнение на %1 и %2 невозможно</translation>
    </message>
    <message>
        <source>a tensor of shape %1 cannot be spread to %2</source>
        <translation>тензор формы %1 нельзя растянуть до %2</translation>
    </message>
    <message>
        <source>a tensor of shape %1 cannot be multiplied by one of shape %2</source>
        <translation>тензор формы %1 нельзя умножить на тензор формы %2</translation>
    </message>
    <message>
        <source>A folded weight does not fit its operation</source>
        <translation>Свёрнутый вес не подходит своей операции</translation>
    </message>
    <message>
        <source>no layer runs without it</source>
        <translation>без него не выполняется ни один слой</translation>
    </message>
    <message>
        <source>%1 layers run without it, up to %2: name them with --layers</source>
        <translation>без него выполняются слои (%1), до %2: назовите их через --layers</translation>
    </message>
    <message>
        <source>the run needs %1 bytes, the limit is %2</source>
        <translation>прогону нужно %1 байт, предел %2</translation>
    </message>
    <message>
        <source>tick fewer layers, take a smaller batch or raise the limit</source>
        <translation>отметьте меньше слоёв, возьмите меньший пакет или поднимите предел</translation>
    </message>
    <message>
        <source>The weight &quot;%1&quot; is not in the file</source>
        <translation>Веса «%1» нет в файле</translation>
    </message>
    <message>
        <source>Choose the weights that belong to this architecture, or untick the layer</source>
        <translation>Выберите веса от этой архитектуры или снимите отметку со слоя</translation>
    </message>
    <message>
        <source>The weight &quot;%1&quot; points to a tensor that the file does not have</source>
        <translation>Вес «%1» указывает на тензор, которого нет в файле</translation>
    </message>
    <message>
        <source>Save the model again, or untick the layer</source>
        <translation>Сохраните модель заново или снимите отметку со слоя</translation>
    </message>
    <message>
        <source>The tensor %1 holds text, not numbers</source>
        <translation>В тензоре %1 текст, а не числа</translation>
    </message>
    <message>
        <source>The weight &quot;%1&quot; needs %2, but the file holds %3 in %4</source>
        <translation>Весу «%1» нужна форма %2, а в файле %3 в %4</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 bytes, but its shape needs %3</source>
        <translation>У тензора %1 %2 байт, а его форме нужно %3</translation>
    </message>
    <message>
        <source>The file is damaged; copy or save it again</source>
        <translation>Файл повреждён; скопируйте или сохраните его заново</translation>
    </message>
    <message>
        <source>A weight of an unknown layer was asked for</source>
        <translation>Запрошен вес неизвестного слоя</translation>
    </message>
    <message>
        <source>An unknown weight was asked for</source>
        <translation>Запрошен неизвестный вес</translation>
    </message>
    <message>
        <source>The file holds an architecture without weights</source>
        <translation>В файле архитектура без весов</translation>
    </message>
    <message>
        <source>Add the weights file (--weights FILE)</source>
        <translation>Добавьте файл весов (--weights FILE)</translation>
    </message>
    <message>
        <source>The weight is %1, but %2 is needed</source>
        <translation>Вес %1, а нужен %2</translation>
    </message>
    <message>
        <source>A constant does not have the size of its shape</source>
        <translation>Размер константы не равен её форме</translation>
    </message>
    <message>
        <source>this is an architecture without weights</source>
        <translation>это архитектура без весов</translation>
    </message>
    <message>
        <source>add them with --weights FILE</source>
        <translation>добавьте их через --weights FILE</translation>
    </message>
    <message>
        <source>it is not said which input this is for</source>
        <translation>не сказано, для какого это входа</translation>
    </message>
    <message>
        <source>the inputs are %1: write NAME=SPEC</source>
        <translation>входы: %1; пишите NAME=SPEC</translation>
    </message>
    <message>
        <source>there is no input of this name</source>
        <translation>входа с таким именем нет</translation>
    </message>
    <message>
        <source>the other end of the part is missing</source>
        <translation>не хватает второго конца части</translation>
    </message>
    <message>
        <source>give both --from A and --to B</source>
        <translation>задайте и --from A, и --to B</translation>
    </message>
    <message>
        <source>a comparison needs both --baseline and --worse</source>
        <translation>для сравнения нужны и --baseline, и --worse</translation>
    </message>
    <message>
        <source>for example --baseline old.json --worse 10</source>
        <translation>например, --baseline old.json --worse 10</translation>
    </message>
    <message>
        <source>it is not said where the outputs go</source>
        <translation>не сказано, куда записать выходы</translation>
    </message>
    <message>
        <source>add --output OUT.npz</source>
        <translation>добавьте --output OUT.npz</translation>
    </message>
    <message>
        <source>only profile takes several batch sizes</source>
        <translation>несколько размеров пакета принимает только profile</translation>
    </message>
    <message>
        <source>give one</source>
        <translation>задайте один</translation>
    </message>
    <message>
        <source>%1 is not of the form %2</source>
        <translation>%1 — не вида %2</translation>
    </message>
    <message>
        <source>see kerascope-cli %1 --help</source>
        <translation>смотрите kerascope-cli %1 --help</translation>
    </message>
    <message>
        <source>it takes %1 model files, %2 are given</source>
        <translation>нужно файлов модели: %1, а дано: %2</translation>
    </message>
    <message>
        <source>there is no such command</source>
        <translation>такой команды нет</translation>
    </message>
    <message>
        <source>see kerascope-cli --help</source>
        <translation>смотрите kerascope-cli --help</translation>
    </message>
    <message>
        <source>there is no option --%1</source>
        <translation>ключа --%1 нет</translation>
    </message>
    <message>
        <source>an option has no value</source>
        <translation>у ключа нет значения</translation>
    </message>
    <message>
        <source>the model gives no such output</source>
        <translation>такого выхода у модели нет</translation>
    </message>
    <message>
        <source>the arrays of --expect are named after the layers that make them</source>
        <translation>массивы для --expect называются по слоям, которые их создают</translation>
    </message>
    <message>
        <source>its shape is %1, expected %2</source>
        <translation>его форма %1, ожидалась %2</translation>
    </message>
    <message>
        <source>it differs by %1, more than %2</source>
        <translation>расхождение %1, больше %2</translation>
    </message>
    <message>
        <source>there is no engine of this name</source>
        <translation>движка с таким именем нет</translation>
    </message>
    <message>
        <source>choose gl, cpu or reference</source>
        <translation>выберите gl, cpu или reference</translation>
    </message>
    <message>
        <source>OpenGL needs a display</source>
        <translation>для OpenGL нужен дисплей</translation>
    </message>
    <message>
        <source>start it in a desktop session or under xvfb-run, or choose the engine cpu</source>
        <translation>запустите в сеансе рабочего стола или под xvfb-run либо выберите движок cpu</translation>
    </message>
    <message>
        <source>OpenGL is rendered in software here (%1), so the CPU engine is faster</source>
        <translation>OpenGL здесь программный (%1), поэтому движок на процессоре быстрее</translation>
    </message>
    <message>
        <source>the array has shape %1, the input wants %2</source>
        <translation>у массива форма %1, а входу нужна %2</translation>
    </message>
    <message>
        <source>give an array of that shape, or choose the shape with --shape</source>
        <translation>дайте массив этой формы или задайте форму через --shape</translation>
    </message>
    <message>
        <source>the array holds %1 samples, the batch is %2</source>
        <translation>в массиве примеров: %1, а размер пакета %2</translation>
    </message>
    <message>
        <source>give arrays with the same first axis</source>
        <translation>дайте массивы с одинаковой первой осью</translation>
    </message>
    <message>
        <source>the picture cannot be read</source>
        <translation>изображение не читается</translation>
    </message>
    <message>
        <source>give a PNG or JPEG file</source>
        <translation>дайте файл PNG или JPEG</translation>
    </message>
    <message>
        <source>the input of shape %1 takes no picture</source>
        <translation>вход формы %1 не принимает изображение</translation>
    </message>
    <message>
        <source>give an array instead</source>
        <translation>дайте вместо него массив</translation>
    </message>
    <message>
        <source>no model is open</source>
        <translation>модель не открыта</translation>
    </message>
    <message>
        <source>drop a model on the window</source>
        <translation>перетащите модель на окно</translation>
    </message>
    <message>
        <source>the model is being prepared</source>
        <translation>модель готовится</translation>
    </message>
    <message>
        <source>no layer is ticked</source>
        <translation>не отмечен ни один слой</translation>
    </message>
    <message>
        <source>tick layers to run</source>
        <translation>отметьте слои для прогона</translation>
    </message>
    <message>
        <source>Reading the model</source>
        <translation>Чтение модели</translation>
    </message>
    <message>
        <source>Preparing the layers</source>
        <translation>Подготовка слоёв</translation>
    </message>
    <message>
        <source>nothing is loaded to run</source>
        <translation>для прогона ничего не загружено</translation>
    </message>
    <message>
        <source>a model is being prepared</source>
        <translation>готовится модель</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>попробуйте ещё раз</translation>
    </message>
    <message>
        <source>the new model gives NaN on the present input</source>
        <translation>новая модель даёт NaN на нынешнем входе</translation>
    </message>
    <message>
        <source>the old model goes on; choose another input or open the file by itself</source>
        <translation>прежняя модель работает дальше; выберите другой вход или откройте файл отдельно</translation>
    </message>
    <message>
        <source>The CPU library could not run this operation</source>
        <translation>Библиотека для процессора не смогла выполнить эту операцию</translation>
    </message>
    <message>
        <source>Choose another engine</source>
        <translation>Выберите другой движок</translation>
    </message>
    <message>
        <source>the model&apos;s configuration inside the HDF5 file is not JSON</source>
        <translation>конфигурация модели в файле HDF5 — не JSON</translation>
    </message>
    <message>
        <source>the activation function &apos;%1&apos; is not one of Keras</source>
        <translation>функции активации «%1» в Keras нет</translation>
    </message>
    <message>
        <source>its activation holds Python code, which is never run</source>
        <translation>его функция активации содержит код Python, который никогда не выполняется</translation>
    </message>
    <message>
        <source>the model makes more than %1 calls</source>
        <translation>в модели больше %1 вызовов</translation>
    </message>
    <message>
        <source>layer &apos;%1&apos; takes tensor %2 of &apos;%3&apos;, which gives fewer</source>
        <translation>слой «%1» берёт тензор %2 слоя «%3», а тот даёт меньше</translation>
    </message>
    <message>
        <source>the file is damaged or of an unknown kind</source>
        <translation>файл повреждён или неизвестного вида</translation>
    </message>
    <message>
        <source>the nested model &apos;%1&apos; has %2 inputs, but is called with %3</source>
        <translation>у вложенной модели «%1» входов %2, а вызвана она с %3</translation>
    </message>
    <message>
        <source>Lambda holds Python code, which is never run</source>
        <translation>Lambda содержит код Python, который никогда не выполняется</translation>
    </message>
    <message>
        <source>%1 holds code of another framework, which is never run</source>
        <translation>%1 содержит код другой библиотеки, который никогда не выполняется</translation>
    </message>
    <message>
        <source>TFSMLayer refers to a SavedModel outside the file, which is never read</source>
        <translation>TFSMLayer ссылается на SavedModel вне файла, она никогда не читается</translation>
    </message>
    <message>
        <source>%1 calls Python code, which is never run</source>
        <translation>%1 вызывает код Python, который никогда не выполняется</translation>
    </message>
    <message>
        <source>the model has more than %1 layers</source>
        <translation>в модели больше %1 слоёв</translation>
    </message>
    <message>
        <source>an entry of the config&apos;s layers is no layer</source>
        <translation>одна из записей в списке слоёв — не слой</translation>
    </message>
    <message>
        <source>the model&apos;s list of inputs or outputs cannot be read</source>
        <translation>список входов или выходов модели не читается</translation>
    </message>
    <message>
        <source>the config of a model holds no layers</source>
        <translation>в конфигурации модели нет слоёв</translation>
    </message>
    <message>
        <source>its %1 makes no sense: %2</source>
        <translation>его %1 не имеет смысла: %2</translation>
    </message>
    <message>
        <source>the file does not say its %1</source>
        <translation>в файле не указан его %1</translation>
    </message>
    <message>
        <source>time_major is not supported</source>
        <translation>time_major не поддерживается</translation>
    </message>
    <message>
        <source>its inner layer cannot run: %1</source>
        <translation>его внутренний слой не выполняется: %1</translation>
    </message>
    <message>
        <source>the class %1 is not one of Keras</source>
        <translation>класса %1 в Keras нет</translation>
    </message>
    <message>
        <source>quantised layers (%1) are not supported</source>
        <translation>квантованные слои (%1) не поддерживаются</translation>
    </message>
    <message>
        <source>its inner layer cannot be read</source>
        <translation>его внутренний слой не читается</translation>
    </message>
    <message>
        <source>Bidirectional around %1 is not supported</source>
        <translation>Bidirectional вокруг %1 не поддерживается</translation>
    </message>
    <message>
        <source>a Merge layer of mode &apos;%1&apos; is not supported</source>
        <translation>слой Merge с режимом «%1» не поддерживается</translation>
    </message>
    <message>
        <source>BatchNormalization of mode %1 is not supported</source>
        <translation>BatchNormalization с режимом %1 не поддерживается</translation>
    </message>
    <message>
        <source>two layers are called &apos;%1&apos;</source>
        <translation>два слоя называются «%1»</translation>
    </message>
    <message>
        <source>the graph refers to call %1 of layer &apos;%2&apos;, which is not there</source>
        <translation>граф ссылается на вызов %1 слоя «%2», которого нет</translation>
    </message>
    <message>
        <source>the graph refers to layer &apos;%1&apos;, which is not there</source>
        <translation>граф ссылается на слой «%1», которого нет</translation>
    </message>
    <message>
        <source>the graph has a cycle through layer &apos;%1&apos;</source>
        <translation>в графе цикл через слой «%1»</translation>
    </message>
    <message>
        <source>it is called with Python code, which is never run</source>
        <translation>он вызывается с кодом Python, который никогда не выполняется</translation>
    </message>
    <message>
        <source>the inputs of layer &apos;%1&apos; cannot be read</source>
        <translation>входы слоя «%1» не читаются</translation>
    </message>
    <message>
        <source>there is no architecture for these weights</source>
        <translation>для этих весов нет архитектуры</translation>
    </message>
    <message>
        <source>the architecture is no Keras model</source>
        <translation>архитектура — не модель Keras</translation>
    </message>
    <message>
        <source>choose a file that Keras saved</source>
        <translation>выберите файл, сохранённый в Keras</translation>
    </message>
    <message>
        <source>the model is of the class %1, whose graph is Python code and not in the file</source>
        <translation>модель класса %1: её граф — код Python, в файле его нет</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; has shape %2, but the %3 of layer &apos;%4&apos; needs %5</source>
        <translation>у тензора «%1» форма %2, а для %3 слоя «%4» нужна %5</translation>
    </message>
    <message>
        <source>the weights are damaged or belong to another architecture</source>
        <translation>веса повреждены или от другой архитектуры</translation>
    </message>
    <message>
        <source>the file holds no %1 for layer &apos;%2&apos;</source>
        <translation>в файле нет %1 для слоя «%2»</translation>
    </message>
    <message>
        <source>more weights are missing in the file</source>
        <translation>в файле не хватает и других весов</translation>
    </message>
    <message>
        <source>%1 layers have other names in the weights and were matched by order and shape</source>
        <translation>слои, названные в весах иначе (%1), сопоставлены по порядку и форме</translation>
    </message>
    <message>
        <source>the weights of &apos;%1&apos; belong to no layer of the architecture</source>
        <translation>веса «%1» не относятся ни к одному слою архитектуры</translation>
    </message>
    <message>
        <source>its masks do not fit its inputs</source>
        <translation>его маски не подходят его входам</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; cannot be read</source>
        <translation>его параметр «%1» не читается</translation>
    </message>
    <message>
        <source>its arguments cannot be read</source>
        <translation>его аргументы не читаются</translation>
    </message>
    <message>
        <source>its argument &quot;%1&quot; is missing</source>
        <translation>нет его аргумента «%1»</translation>
    </message>
    <message>
        <source>the model&apos;s input &apos;%1&apos; is no InputLayer</source>
        <translation>вход модели «%1» — не InputLayer</translation>
    </message>
    <message>
        <source>the input&apos;s shape was taken from the first layer: %1</source>
        <translation>форма входа взята из первого слоя: %1</translation>
    </message>
    <message>
        <source>the file does not say the shape of the input &apos;%1&apos;</source>
        <translation>в файле не указана форма входа «%1»</translation>
    </message>
    <message>
        <source>it holds weights without the layers that use them</source>
        <translation>в нём веса без слоёв, которые их используют</translation>
    </message>
    <message>
        <source>give the architecture as MODEL and this file with --weights</source>
        <translation>задайте архитектуру как MODEL, а этот файл через --weights</translation>
    </message>
    <message>
        <source>this is not a profile</source>
        <translation>это не профиль</translation>
    </message>
    <message>
        <source>make one with profile --json FILE</source>
        <translation>создайте его командой profile --json FILE</translation>
    </message>
    <message>
        <source>p95 is %1 ms, the limit %2 ms</source>
        <translation>p95 составляет %1 мс, предел %2 мс</translation>
    </message>
    <message>
        <source>the peak is %1 bytes, the limit %2</source>
        <translation>пик составляет %1 байт, предел %2</translation>
    </message>
    <message>
        <source>it has no case of batch %1</source>
        <translation>в нём нет случая с пакетом %1</translation>
    </message>
    <message>
        <source>the median is %1 ms, before it was %2 ms</source>
        <translation>медиана %1 мс, прежде была %2 мс</translation>
    </message>
    <message>
        <source>%1 runs lost, %2 outputs wrong, %3 bytes left over</source>
        <translation>потеряно прогонов: %1, неверных выходов: %2, осталось байт: %3</translation>
    </message>
    <message>
        <source>engine %1 differs from %2 by %3, more than %4</source>
        <translation>движок %1 расходится с %2 на %3, больше %4</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>не записывается: %1</translation>
    </message>
    <message>
        <source>there is no graph to export</source>
        <translation>графа для экспорта нет</translation>
    </message>
    <message>
        <source>open a model first</source>
        <translation>сначала откройте модель</translation>
    </message>
    <message>
        <source>not enough memory for the picture</source>
        <translation>не хватает памяти на изображение</translation>
    </message>
    <message>
        <source>not enough memory to lay the graph out</source>
        <translation>не хватает памяти, чтобы разложить граф</translation>
    </message>
    <message>
        <source>fold it</source>
        <translation>сверните его</translation>
    </message>
    <message>
        <source>check the file, or choose another one</source>
        <translation>проверьте файл или выберите другой</translation>
    </message>
    <message>
        <source>see what can be done with kerascope-cli --help</source>
        <translation>посмотрите возможности: kerascope-cli --help</translation>
    </message>
    <message>
        <source>choose another engine with --engine</source>
        <translation>выберите другой движок через --engine</translation>
    </message>
    <message>
        <source>find out what changed, or allow more</source>
        <translation>выясните, что изменилось, или разрешите больше</translation>
    </message>
    <message>
        <source>start it again to finish it</source>
        <translation>запустите снова, чтобы довести до конца</translation>
    </message>
    <message>
        <source>this is a fault of the program: report it with the file</source>
        <translation>это ошибка программы: сообщите о ней вместе с файлом</translation>
    </message>
    <message>
        <source>the results cannot be written</source>
        <translation>результаты не записываются</translation>
    </message>
    <message>
        <source>check where they go and the space on the disk</source>
        <translation>проверьте, куда они пишутся и есть ли место на диске</translation>
    </message>
    <message>
        <source>it holds no arrays to compare</source>
        <translation>в нём нет массивов для сравнения</translation>
    </message>
    <message>
        <source>there is not enough memory for this</source>
        <translation>для этого не хватает памяти</translation>
    </message>
    <message>
        <source>the weights cannot be read</source>
        <translation>веса не читаются</translation>
    </message>
    <message>
        <source>its weights file &quot;%1&quot; is not in its folder</source>
        <translation>файл весов «%1» лежит не в папке модели</translation>
    </message>
    <message>
        <source>its weights file &quot;%1&quot; is missing</source>
        <translation>нет файла весов «%1»</translation>
    </message>
    <message>
        <source>the shape of the tensor %1 cannot be read</source>
        <translation>форма тензора %1 не читается</translation>
    </message>
    <message>
        <source>an input of shape %1 does not fit</source>
        <translation>вход формы %1 не подходит</translation>
    </message>
    <message>
        <source>the run needs %1 bytes, %2 are free</source>
        <translation>для прогона нужно %1 байт, свободно %2</translation>
    </message>
    <message>
        <source>a Merge layer with a function of its own holds Python code, which is never run</source>
        <translation>слой Merge со своей функцией содержит код на Python, который никогда не выполняется</translation>
    </message>
    <message>
        <source>its dense kernel of %1 numbers is too large</source>
        <translation>его плотное ядро из %1 чисел слишком велико</translation>
    </message>
    <message>
        <source>an output of %1 does not come from an axis of %2</source>
        <translation>выход размера %1 не получается из оси размера %2</translation>
    </message>
    <message>
        <source>its options do not fit the shapes of its inputs</source>
        <translation>его параметры не подходят к размерам его входов</translation>
    </message>
    <message>
        <source>the file has changed since it was opened</source>
        <translation>файл изменился после открытия</translation>
    </message>
    <message>
        <source>open it again</source>
        <translation>откройте его снова</translation>
    </message>
    <message>
        <source>the program that reads files cannot be started: %1</source>
        <translation>программу чтения файлов не удалось запустить: %1</translation>
    </message>
    <message>
        <source>install Kerascope again</source>
        <translation>установите Kerascope заново</translation>
    </message>
    <message>
        <source>reading it stopped the reader (signal %1)</source>
        <translation>при чтении остановилась программа чтения (сигнал %1)</translation>
    </message>
    <message>
        <source>the input takes text</source>
        <translation>вход принимает текст</translation>
    </message>
    <message>
        <source>the input takes numbers, not text</source>
        <translation>вход принимает числа, а не текст</translation>
    </message>
    <message>
        <source>give text:WORDS, a .txt with one string a line or a .npy of text</source>
        <translation>укажите text:СЛОВА, .txt с одной строкой текста на строку или .npy с текстом</translation>
    </message>
    <message>
        <source>give FILE.npy, FILE.npz:KEY, FILE.png[:MODE], FILE.jpg[:MODE], FILE.txt, text:WORDS, random[:SEED], zeros, ones or const:VALUE</source>
        <translation>укажите FILE.npy, FILE.npz:KEY, FILE.png[:MODE], FILE.jpg[:MODE], FILE.txt, text:WORDS, random[:SEED], zeros, ones или const:VALUE</translation>
    </message>
    <message>
        <source>there is no room for more text</source>
        <translation>для нового текста больше нет места</translation>
    </message>
    <message>
        <source>the vocabularies in it are larger than %1 bytes</source>
        <translation>словари в нём больше %1 байт</translation>
    </message>
    <message>
        <source>the NumPy array holds too much text</source>
        <translation>в массиве NumPy слишком много текста</translation>
    </message>
    <message>
        <source>%1 reads TensorFlow&apos;s feature columns, which a model file does not hold</source>
        <translation>%1 читает столбцы признаков TensorFlow, которых нет в файле модели</translation>
    </message>
    <message>
        <source>the TensorFlow operation %1 cannot be computed yet</source>
        <translation>операция TensorFlow %1 пока не вычисляется</translation>
    </message>
    <message>
        <source>the TensorFlow operation %1 is called with options that cannot be computed yet</source>
        <translation>операция TensorFlow %1 вызвана с параметрами, которые пока не вычисляются</translation>
    </message>
    <message>
        <source>its option &quot;%1&quot; is computed while running</source>
        <translation>его параметр «%1» вычисляется во время прогона</translation>
    </message>
    <message>
        <source>its vocabulary is a path to another file, which is never read</source>
        <translation>его словарь — путь к другому файлу, который никогда не читается</translation>
    </message>
    <message>
        <source>the file does not hold its vocabulary</source>
        <translation>в файле нет его словаря</translation>
    </message>
    <message>
        <source>it needs whole numbers, not text</source>
        <translation>ему нужны целые числа, а не текст</translation>
    </message>
    <message>
        <source>it needs text</source>
        <translation>ему нужен текст</translation>
    </message>
    <message>
        <source>without output_sequence_length the text decides the shape of its output</source>
        <translation>без output_sequence_length форму выхода определяет сам текст</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the vocabulary, which has no place for unknown words</source>
        <translation>«%1» нет в словаре, где не предусмотрены незнакомые слова</translation>
    </message>
    <message>
        <source>give words of the vocabulary</source>
        <translation>укажите слова из словаря</translation>
    </message>
    <message>
        <source>drop its weights on the window to run it</source>
        <translation>чтобы запустить её, перетащите в окно её веса</translation>
    </message>
    <message>
        <source>these are weights without an architecture</source>
        <translation>это веса без архитектуры</translation>
    </message>
    <message>
        <source>drop the model&apos;s JSON file on the window to run it</source>
        <translation>чтобы запустить модель, перетащите в окно её файл JSON</translation>
    </message>
    <message>
        <source>the folder holds an architecture, &quot;%1&quot;, and %2 files of weights</source>
        <translation>в папке есть архитектура «%1» и файлов с весами: %2</translation>
    </message>
    <message>
        <source>open it together with one of them: %1</source>
        <translation>откройте её вместе с одним из них: %1</translation>
    </message>
    <message>
        <source>this is a Core ML model, not a Keras model</source>
        <translation>это модель Core ML, а не Keras</translation>
    </message>
    <message>
        <source>this is an OpenVINO model, not a Keras model</source>
        <translation>это модель OpenVINO, а не Keras</translation>
    </message>
    <message>
        <source>this is an architecture of Keras 0.x, which is not read</source>
        <translation>это архитектура Keras 0.x, такие не читаются</translation>
    </message>
    <message>
        <source>load it with Keras 1 and save it again</source>
        <translation>загрузите её в Keras 1 и сохраните снова</translation>
    </message>
    <message>
        <source>the Keras.js model holds no architecture</source>
        <translation>в модели Keras.js нет архитектуры</translation>
    </message>
    <message>
        <source>the Keras.js model stops making sense</source>
        <translation>модель Keras.js дальше не имеет смысла</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; holds values of the type &quot;%2&quot;, which is not read</source>
        <translation>тензор «%1» содержит значения типа «%2», который не читается</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; has the shape %2 but %3 bytes</source>
        <translation>у тензора «%1» форма %2, но байтов %3</translation>
    </message>
    <message>
        <source>the file holds more than %1 tensors</source>
        <translation>в файле больше тензоров, чем %1</translation>
    </message>
    <message>
        <source>the list of weights makes no sense at &quot;%1&quot;</source>
        <translation>перечень весов не имеет смысла у «%1»</translation>
    </message>
    <message>
        <source>its architecture &quot;%1&quot; is missing</source>
        <translation>нет его архитектуры «%1»</translation>
    </message>
    <message>
        <source>put the model&apos;s files into one folder</source>
        <translation>положите файлы модели в одну папку</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing in the zip archive</source>
        <translation>в архиве zip нет «%1»</translation>
    </message>
    <message>
        <source>the architecture was found beside it in &quot;%1&quot;</source>
        <translation>архитектура найдена рядом, в «%1»</translation>
    </message>
    <message>
        <source>the list of sharded weights makes no sense</source>
        <translation>перечень частей весов не имеет смысла</translation>
    </message>
    <message>
        <source>the tensor &quot;%1&quot; stands in two of its files, the second is &quot;%2&quot;</source>
        <translation>тензор «%1» есть в двух его файлах, второй — «%2»</translation>
    </message>
    <message>
        <source>this lists weights that are spread over several files, but none</source>
        <translation>это перечень весов, разложенных по нескольким файлам, но он пуст</translation>
    </message>
    <message>
        <source>save the weights again</source>
        <translation>сохраните веса заново</translation>
    </message>
    <message>
        <source>none of its files holds the weights of &quot;%1&quot;</source>
        <translation>ни в одном из его файлов нет весов «%1»</translation>
    </message>
    <message>
        <source>&quot;%1&quot; stands beside it but does not fit: %2</source>
        <translation>«%1» лежит рядом, но не подходит: %2</translation>
    </message>
    <message>
        <source>the file holds no %1 for it</source>
        <translation>в файле нет для него «%1»</translation>
    </message>
    <message>
        <source>the weights of layer &apos;%1&apos; are left out: %2</source>
        <translation>веса слоя «%1» не взяты: %2</translation>
    </message>
    <message>
        <source>none of the weights belongs to this architecture</source>
        <translation>ни одни из этих весов не подходят к архитектуре</translation>
    </message>
    <message>
        <source>%1 layers got their weights, %2 did not</source>
        <translation>слоёв с весами: %1, без весов: %2</translation>
    </message>
    <message>
        <source>the tensor %1 is quantised, but the file does not say the scale</source>
        <translation>тензор %1 квантован, но масштаб в файле не указан</translation>
    </message>
    <message>
        <source>more arguments of layers are not known and left out</source>
        <translation>есть и другие неизвестные аргументы слоёв; они не учитываются</translation>
    </message>
    <message>
        <source>%1 layers of the class %2 have the argument %3, which is not known and left out</source>
        <translation>слоёв класса %2 с неизвестным аргументом %3: %1; он не учитывается</translation>
    </message>
    <message>
        <source>Keras 0.x wrote these weights, which go by numbers and not by names</source>
        <translation>эти веса записал Keras 0.x: у них есть номера, но нет имён</translation>
    </message>
    <message>
        <source>%1 layers work in %2 in Keras and in float32 here; outputs agree within the rounding of %3</source>
        <translation>слоёв, которые в Keras считают в %2, а здесь в float32: %1; выходы совпадают с точностью до округления %3</translation>
    </message>
    <message>
        <source>the size of its output depends on the numbers that come in</source>
        <translation>размер его выхода зависит от поступающих чисел</translation>
    </message>
    <message>
        <source>the model has no layer of a foreign class %1</source>
        <translation>в модели нет слоя чужого класса %1</translation>
    </message>
    <message>
        <source>kerascope-cli inspect names those that it has</source>
        <translation>какие есть, показывает kerascope-cli inspect</translation>
    </message>
    <message>
        <source>it is not said where the part goes</source>
        <translation>не сказано, куда записать часть</translation>
    </message>
    <message>
        <source>add -o part.keras, part.weights.h5 or part.bin</source>
        <translation>добавьте -o part.keras, part.weights.h5 или part.bin</translation>
    </message>
    <message>
        <source>it has no inputs, so that %1 cannot stand in</source>
        <translation>у него нет входов, поэтому %1 не может его заменить</translation>
    </message>
    <message>
        <source>the class %1 is treated as %2</source>
        <translation>вместо класса %1 используется %2</translation>
    </message>
    <message>
        <source>%1 is no layer of Keras that can stand in</source>
        <translation>%1 — не слой Keras, которым можно заменить</translation>
    </message>
    <message>
        <source>give a class and its arguments, for example Rescaling {&quot;scale&quot;: 0.5}</source>
        <translation>укажите класс и его аргументы, например Rescaling {&quot;scale&quot;: 0.5}</translation>
    </message>
    <message>
        <source>its arguments are no JSON object</source>
        <translation>его аргументы — не объект JSON</translation>
    </message>
    <message>
        <source>say with --treat-as %1=LAYER which layer of Keras stands in</source>
        <translation>укажите в --treat-as %1=СЛОЙ, какой слой Keras его заменит</translation>
    </message>
    <message>
        <source>%1 layers run without it, up to %2: name them with --layers, or say with --treat-as %3=LAYER which layer of Keras stands in</source>
        <translation>без него выполняются слои (%1), до %2: назовите их в --layers или укажите в --treat-as %3=СЛОЙ, какой слой Keras его заменит</translation>
    </message>
    <message>
        <source>it is not known where Keras 3 keeps the weights of a %1</source>
        <translation>неизвестно, где Keras 3 хранит веса %1</translation>
    </message>
    <message>
        <source>its mask crosses the cut, and no file can hold a mask</source>
        <translation>его маска пересекает границу части, а хранить маску файл не может</translation>
    </message>
    <message>
        <source>take the layer into the part</source>
        <translation>включите этот слой в часть</translation>
    </message>
    <message>
        <source>name some with --layers</source>
        <translation>назовите слои в --layers</translation>
    </message>
    <message>
        <source>this format cannot express the layers %1</source>
        <translation>этот формат не может выразить слои %1</translation>
    </message>
    <message>
        <source>it is not known in which format to write</source>
        <translation>неизвестно, в каком формате записать</translation>
    </message>
    <message>
        <source>end the name with .keras, .weights.h5 or .bin</source>
        <translation>имя должно кончаться на .keras, .weights.h5 или .bin</translation>
    </message>
    <message>
        <source>leave them out</source>
        <translation>исключите их</translation>
    </message>
    <message>
        <source>leave them out, or save the part as .keras</source>
        <translation>исключите их или сохраните часть как .keras</translation>
    </message>
    <message>
        <source>Writing the part</source>
        <translation>Запись части</translation>
    </message>
    <message>
        <source>the number %1 is not below the length %2 that counts were asked for</source>
        <translation>число %1 не меньше длины %2, для которой запрошен подсчёт</translation>
    </message>
    <message>
        <source>%1 works on complex numbers, which no engine has</source>
        <translation>%1 работает с комплексными числами, которых нет ни у одного движка</translation>
    </message>
    <message>
        <source>%1 draws random numbers, which are others in every program</source>
        <translation>%1 берёт случайные числа, а они в каждой программе свои</translation>
    </message>
    <message>
        <source>a matrix is not positive definite, so it has no Cholesky factor</source>
        <translation>матрица не положительно определена, поэтому разложения Холецкого у неё нет</translation>
    </message>
</context>
<context>
    <name>gl</name>
    <message>
        <source>the graphics memory is full: %1 bytes more were needed</source>
        <translation>видеопамять заполнена: нужно было ещё %1 байт</translation>
    </message>
    <message>
        <source>use a smaller batch, fewer layers or the CPU engine</source>
        <translation>возьмите меньший пакет, меньше слоёв или движок на процессоре</translation>
    </message>
    <message>
        <source>use the CPU engine</source>
        <translation>возьмите движок на процессоре</translation>
    </message>
    <message>
        <source>no surface for OpenGL could be made on this display</source>
        <translation>на этом дисплее не удалось создать поверхность для OpenGL</translation>
    </message>
    <message>
        <source>no OpenGL context could be made: the driver is missing or too old</source>
        <translation>контекст OpenGL не создаётся: драйвера нет или он слишком стар</translation>
    </message>
    <message>
        <source>OpenGL 4.3 is needed and the driver offers %1</source>
        <translation>нужен OpenGL 4.3, а драйвер предлагает %1</translation>
    </message>
    <message>
        <source>the driver does not give the functions of OpenGL 4.3</source>
        <translation>драйвер не даёт функций OpenGL 4.3</translation>
    </message>
    <message>
        <source>the OpenGL context cannot be used any more</source>
        <translation>контекстом OpenGL больше нельзя пользоваться</translation>
    </message>
    <message>
        <source>the graphics driver was reset</source>
        <translation>графический драйвер был перезапущен</translation>
    </message>
    <message>
        <source>the graphics memory is full</source>
        <translation>видеопамять заполнена</translation>
    </message>
    <message>
        <source>the tensor has shape %1 where %2 is planned</source>
        <translation>у тензора форма %1, а по плану %2</translation>
    </message>
    <message>
        <source>compiling kernels</source>
        <translation>Сборка ядер</translation>
    </message>
    <message>
        <source>placing weights</source>
        <translation>Размещение весов</translation>
    </message>
    <message>
        <source>a table of shape %1 is larger than this driver&apos;s limit</source>
        <translation>таблица формы %1 больше предела этого драйвера</translation>
    </message>
    <message>
        <source>a tensor of shape %1 is larger than this driver&apos;s limit</source>
        <translation>тензор формы %1 больше предела этого драйвера</translation>
    </message>
    <message>
        <source>a tensor of shape %1 is larger than the OpenGL engine can address</source>
        <translation>тензор формы %1 больше, чем может адресовать движок OpenGL</translation>
    </message>
    <message>
        <source>use the CPU engine or a smaller batch</source>
        <translation>возьмите движок на процессоре или меньший пакет</translation>
    </message>
    <message>
        <source>a tensor is larger than the OpenGL engine can address</source>
        <translation>тензор больше, чем может адресовать движок OpenGL</translation>
    </message>
    <message>
        <source>the driver refuses one of the compute kernels</source>
        <translation>драйвер отвергает одно из вычислительных ядер</translation>
    </message>
    <message>
        <source>use the CPU engine, or set KERASCOPE_GL_LOG=1 to see the driver&apos;s reason</source>
        <translation>возьмите движок на процессоре или задайте KERASCOPE_GL_LOG=1, чтобы увидеть причину от драйвера</translation>
    </message>
    <message>
        <source>a tensor of %1 bytes is larger than this driver&apos;s limit of %2</source>
        <translation>тензор в %1 байт больше предела этого драйвера в %2</translation>
    </message>
    <message>
        <source>use a smaller batch or the CPU engine</source>
        <translation>возьмите меньший пакет или движок на процессоре</translation>
    </message>
    <message>
        <source>the kernel %1 is missing in the program</source>
        <translation>в программе нет ядра %1</translation>
    </message>
    <message>
        <source>the graphics device does not answer</source>
        <translation>графическое устройство не отвечает</translation>
    </message>
    <message>
        <source>a product over %1 numbers is too long for a software renderer</source>
        <translation>произведение по %1 числам слишком длинно для программного OpenGL</translation>
    </message>
    <message>
        <source>the pooling window is too large for a software renderer</source>
        <translation>окно пулинга слишком велико для программного OpenGL</translation>
    </message>
    <message>
        <source>a row of %1 numbers is too long for a software renderer</source>
        <translation>строка из %1 чисел слишком длинна для программного OpenGL</translation>
    </message>
</context>
<context>
    <name>kerascope::Actions</name>
    <message>
        <source>About Kerascope</source>
        <translation>О программе Kerascope</translation>
    </message>
    <message>
        <source>Version, license and libraries</source>
        <translation>Версия, лицензия и библиотеки</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>Открыть файл модели</translation>
    </message>
    <message>
        <source>Swap model</source>
        <translation>Заменить модель</translation>
    </message>
    <message>
        <source>Put another model in the place of this one; it keeps running until the new one is ready</source>
        <translation>Горячая замена: поставить другую модель на место этой; прежняя работает, пока новая не готова</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Попробовать пример</translation>
    </message>
    <message>
        <source>Open a small digit classifier and run it</source>
        <translation>Открыть маленький классификатор цифр и запустить его</translation>
    </message>
    <message>
        <source>Open the copied path</source>
        <translation>Открыть скопированный путь</translation>
    </message>
    <message>
        <source>Open the file whose path is on the clipboard</source>
        <translation>Открыть файл, путь к которому лежит в буфере обмена</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Выход</translation>
    </message>
    <message>
        <source>Close the program</source>
        <translation>Закрыть программу</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Прогон</translation>
    </message>
    <message>
        <source>Run the ticked layers once</source>
        <translation>Прогнать отмеченные слои один раз</translation>
    </message>
    <message>
        <source>Run N</source>
        <translation>N прогонов</translation>
    </message>
    <message>
        <source>Run as many times as set beside</source>
        <translation>Столько прогонов, сколько указано рядом</translation>
    </message>
    <message>
        <source>Continuous</source>
        <translation>Непрерывно</translation>
    </message>
    <message>
        <source>Run again and again until stopped</source>
        <translation>Прогонять снова и снова до остановки</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Стоп</translation>
    </message>
    <message>
        <source>Stop at once</source>
        <translation>Остановить сразу</translation>
    </message>
    <message>
        <source>Inputs…</source>
        <translation>Входы…</translation>
    </message>
    <message>
        <source>Choose what feeds the model</source>
        <translation>Выбрать, что подаётся на вход модели</translation>
    </message>
    <message>
        <source>Clear runs</source>
        <translation>Очистить прогоны</translation>
    </message>
    <message>
        <source>Forget the runs made so far</source>
        <translation>Забыть сделанные прогоны</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Cancel what goes on; the model before stays</source>
        <translation>Отменить начатое; прежняя модель останется</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Все слои</translation>
    </message>
    <message>
        <source>Tick every layer</source>
        <translation>Отметить все слои</translation>
    </message>
    <message>
        <source>No layers</source>
        <translation>Ни одного слоя</translation>
    </message>
    <message>
        <source>Untick every layer</source>
        <translation>Снять все отметки</translation>
    </message>
    <message>
        <source>Only the selection</source>
        <translation>Только выделенные</translation>
    </message>
    <message>
        <source>Tick the selected layers alone</source>
        <translation>Отметить только выделенные слои</translation>
    </message>
    <message>
        <source>What feeds the selection</source>
        <translation>Всё, от чего зависят выделенные</translation>
    </message>
    <message>
        <source>Tick the selected layers and everything that feeds them</source>
        <translation>Отметить выделенные слои и всё, от чего они зависят</translation>
    </message>
    <message>
        <source>From–to</source>
        <translation>От и до</translation>
    </message>
    <message>
        <source>Tick everything on the paths between the two selected layers</source>
        <translation>Отметить всё на путях между двумя выделенными слоями</translation>
    </message>
    <message>
        <source>Add missing layers</source>
        <translation>Добавить недостающие слои</translation>
    </message>
    <message>
        <source>Tick the layers that feed the ticked ones</source>
        <translation>Отметить слои, от которых зависят отмеченные</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>Найти слой</translation>
    </message>
    <message>
        <source>Go to the filter of the layer list</source>
        <translation>Перейти к фильтру списка слоёв</translation>
    </message>
    <message>
        <source>Profile as CSV…</source>
        <translation>Профиль в CSV…</translation>
    </message>
    <message>
        <source>Write runs.csv, layers.csv and totals.csv into a folder</source>
        <translation>Записать runs.csv, layers.csv и totals.csv в папку</translation>
    </message>
    <message>
        <source>Trace as JSON…</source>
        <translation>Трассу в JSON…</translation>
    </message>
    <message>
        <source>Write a trace for Perfetto or chrome://tracing</source>
        <translation>Записать трассу для Perfetto или chrome://tracing</translation>
    </message>
    <message>
        <source>Graph as PNG…</source>
        <translation>Граф в PNG…</translation>
    </message>
    <message>
        <source>Write a picture of the whole graph</source>
        <translation>Записать изображение всего графа</translation>
    </message>
    <message>
        <source>Graph as SVG…</source>
        <translation>Граф в SVG…</translation>
    </message>
    <message>
        <source>Write a drawing of the whole graph</source>
        <translation>Записать чертёж всего графа</translation>
    </message>
    <message>
        <source>Not possible now: %1</source>
        <translation>Сейчас нельзя: %1</translation>
    </message>
    <message>
        <source>no model is open</source>
        <translation>модель не открыта</translation>
    </message>
    <message>
        <source>runs are going on</source>
        <translation>идут прогоны</translation>
    </message>
    <message>
        <source>the model is being loaded</source>
        <translation>модель загружается</translation>
    </message>
    <message>
        <source>the model is being swapped</source>
        <translation>модель заменяется</translation>
    </message>
    <message>
        <source>nothing runs</source>
        <translation>ничего не выполняется</translation>
    </message>
    <message>
        <source>nothing is being loaded</source>
        <translation>ничего не загружается</translation>
    </message>
    <message>
        <source>there are no runs yet</source>
        <translation>прогонов ещё не было</translation>
    </message>
    <message>
        <source>no layer is selected</source>
        <translation>слой не выделен</translation>
    </message>
    <message>
        <source>select two layers first</source>
        <translation>сначала выделите два слоя</translation>
    </message>
    <message>
        <source>no layer is missing</source>
        <translation>недостающих слоёв нет</translation>
    </message>
    <message>
        <source>First layers up to the selection</source>
        <translation>Первые слои до выделенного</translation>
    </message>
    <message>
        <source>Tick the layers from the first of the file to the selected one</source>
        <translation>Отметить слои файла с первого до выделенного</translation>
    </message>
    <message>
        <source>Add weights or architecture…</source>
        <translation>Добавить веса или архитектуру…</translation>
    </message>
    <message>
        <source>Open the other half of what is open: the weights of an architecture, or the architecture of weights</source>
        <translation>Открыть вторую половину того, что открыто: веса к архитектуре или архитектуру к весам</translation>
    </message>
    <message>
        <source>the model is whole</source>
        <translation>модель уже целая</translation>
    </message>
    <message>
        <source>Save part…</source>
        <translation>Сохранить часть…</translation>
    </message>
    <message>
        <source>Write the ticked layers as a model of their own</source>
        <translation>Записать отмеченные слои как отдельную модель</translation>
    </message>
    <message>
        <source>no layer is ticked</source>
        <translation>не отмечен ни один слой</translation>
    </message>
</context>
<context>
    <name>kerascope::AppSession</name>
    <message>
        <source>Reference (slow, for checking)</source>
        <translation>Эталонный (медленный, для проверки)</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n поток</numerusform>
            <numerusform>%1, %n потока</numerusform>
            <numerusform>%1, %n потоков</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kerascope::BarPage</name>
    <message>
        <source>%1 others</source>
        <translation>ещё %1</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>пока нечего показать</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>Пока нечего показать</translation>
    </message>
</context>
<context>
    <name>kerascope::ChartsPanel</name>
    <message>
        <source>Charts</source>
        <translation>Графики</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Пауза</translation>
    </message>
    <message>
        <source>Pause the charts</source>
        <translation>Приостановить графики</translation>
    </message>
    <message>
        <source>Holds the charts as they are; the runs go on</source>
        <translation>Графики замирают, прогоны продолжаются</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Время прогона</translation>
    </message>
    <message>
        <source>Memory per layer</source>
        <translation>Память по слоям</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>Память во времени</translation>
    </message>
    <message>
        <source>Layer times</source>
        <translation>Время по слоям</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Ход прогона</translation>
    </message>
</context>
<context>
    <name>kerascope::GraphBar</name>
    <message>
        <source>Search the graph</source>
        <translation>Поиск по графу</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Предыдущее совпадение</translation>
    </message>
    <message>
        <source>Shift+Return</source>
        <translation>Shift+Return</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Следующее совпадение</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>Heat:</source>
        <translation>Раскраска:</translation>
    </message>
    <message>
        <source>Heat: what the boxes are coloured by</source>
        <translation>Раскраска: по чему окрашены узлы</translation>
    </message>
    <message>
        <source>log</source>
        <translation>лог.</translation>
    </message>
    <message>
        <source>Logarithmic heat scale</source>
        <translation>Логарифмическая шкала раскраски</translation>
    </message>
    <message>
        <source>Fold all nested models</source>
        <translation>Свернуть все вложенные модели</translation>
    </message>
    <message>
        <source>Unfold all nested models</source>
        <translation>Развернуть все вложенные модели</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Уменьшить</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Увеличить</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>Показать в масштабе 100 %</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>Показать весь граф</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>ничего не найдено</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
</context>
<context>
    <name>kerascope::GraphCanvas</name>
    <message>
        <source>Graph</source>
        <translation>Граф</translation>
    </message>
    <message>
        <source>Layers of the model. Arrow keys follow the edges, space ticks a layer.</source>
        <translation>Слои модели. Стрелки ведут по рёбрам, пробел ставит отметку.</translation>
    </message>
    <message>
        <source>Drop a model here</source>
        <translation>Перетащите модель сюда</translation>
    </message>
    <message>
        <source>Laying out the graph…</source>
        <translation>Раскладка графа…</translation>
    </message>
    <message>
        <source>This file holds no layers, only weights</source>
        <translation>В этом файле нет слоёв, только веса</translation>
    </message>
    <message>
        <source>Graph menu</source>
        <translation>Меню графа</translation>
    </message>
    <message>
        <source>Untick</source>
        <translation>Снять отметку</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Отметить</translation>
    </message>
    <message>
        <source>Tick everything that feeds it</source>
        <translation>Отметить всё, от чего он зависит</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Развернуть</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Свернуть</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Скопировать имя</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Свернуть всё</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Развернуть всё</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Показать всё</translation>
    </message>
</context>
<context>
    <name>kerascope::GraphExporter</name>
    <message>
        <source>Writing %1…</source>
        <translation>Запись %1…</translation>
    </message>
    <message>
        <source>Drawing %1, %2 done</source>
        <translation>Рисование %1, готово %2</translation>
    </message>
    <message>
        <source>Drawing %1…</source>
        <translation>Рисование %1…</translation>
    </message>
</context>
<context>
    <name>kerascope::HeatLegend</name>
    <message>
        <source>Heat scale</source>
        <translation>Шкала раскраски</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>значений ещё нет</translation>
    </message>
    <message>
        <source> to </source>
        <translation> до </translation>
    </message>
    <message>
        <source>Middle of the scale: %1</source>
        <translation>Середина шкалы: %1</translation>
    </message>
</context>
<context>
    <name>kerascope::HistogramView</name>
    <message>
        <source>Histogram</source>
        <translation>Гистограмма</translation>
    </message>
    <message>
        <source>nothing chosen</source>
        <translation>ничего не выбрано</translation>
    </message>
    <message>
        <source>from %1 to %2, mean %3, standard deviation %4</source>
        <translation>от %1 до %2, среднее %3, стандартное отклонение %4</translation>
    </message>
    <message>
        <source>No values</source>
        <translation>Нет значений</translation>
    </message>
    <message>
        <source>most in a bin: %1</source>
        <translation>больше всего в столбце: %1</translation>
    </message>
    <message>
        <source>%1 … %2: %3</source>
        <translation>%1 … %2: %3</translation>
    </message>
</context>
<context>
    <name>kerascope::InputDialog</name>
    <message>
        <source>Inputs</source>
        <translation>Входы</translation>
    </message>
</context>
<context>
    <name>kerascope::InputEditor</name>
    <message>
        <source>Source of %1</source>
        <translation>Источник для %1</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Случайный</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Постоянный</translation>
    </message>
    <message>
        <source>Array (.npy, .npz)</source>
        <translation>Массив (.npy, .npz)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Изображение</translation>
    </message>
    <message>
        <source>Seed of %1</source>
        <translation>Начальное число для %1</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>начальное число </translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>Значение для %1</translation>
    </message>
    <message>
        <source>File for %1</source>
        <translation>Файл для %1</translation>
    </message>
    <message>
        <source>Array in the .npz for %1</source>
        <translation>Массив из .npz для %1</translation>
    </message>
    <message>
        <source>array</source>
        <translation>массив</translation>
    </message>
    <message>
        <source>Name of the array inside the .npz</source>
        <translation>Имя массива внутри .npz</translation>
    </message>
    <message>
        <source>Preprocessing of %1</source>
        <translation>Предобработка для %1</translation>
    </message>
    <message>
        <source>none: 0…255; unit: 0…1; tf, torch and caffe as in keras.applications</source>
        <translation>none: 0…255; unit: 0…1; tf, torch и caffe — как в keras.applications</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Выбрать файл…</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>Выберите изображение</translation>
    </message>
    <message>
        <source>Choose an array</source>
        <translation>Выберите массив</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp)</source>
        <translation>Изображения (*.png *.jpg *.jpeg *.bmp)</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy *.npz)</source>
        <translation>Массивы NumPy (*.npy *.npz)</translation>
    </message>
    <message>
        <source>Size of axis %1 of %2</source>
        <translation>Размер оси %1 входа %2</translation>
    </message>
    <message>
        <source>The model leaves the size of axis %1 open</source>
        <translation>Модель не задаёт размер оси %1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>авто</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Text for %1</source>
        <translation>Текст для %1</translation>
    </message>
    <message>
        <source>words</source>
        <translation>слова</translation>
    </message>
</context>
<context>
    <name>kerascope::Inspector</name>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>Read the activations</source>
        <translation>Считать активации</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Слой</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Выход</translation>
    </message>
    <message>
        <source>Runs the model once more and keeps what this layer gives out</source>
        <translation>Ещё один прогон, при котором выход этого слоя сохраняется</translation>
    </message>
    <message>
        <source>No layer is selected</source>
        <translation>Слой не выделен</translation>
    </message>
    <message>
        <source>A nested model has no weights of its own; select a layer inside it</source>
        <translation>У вложенной модели нет своих весов; выделите слой внутри неё</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Чтение…</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Ещё не считаны</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Прогон…</translation>
    </message>
    <message>
        <source>This layer has no weights</source>
        <translation>У этого слоя нет весов</translation>
    </message>
    <message>
        <source>The run gave no activations of this layer; is it ticked?</source>
        <translation>Прогон не дал активаций этого слоя; отмечен ли он?</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Не удалось прочитать</translation>
    </message>
</context>
<context>
    <name>kerascope::LatencyChart</name>
    <message>
        <source>Latency</source>
        <translation>Время прогона</translation>
    </message>
    <message>
        <source>Latency per run, ms</source>
        <translation>Время прогона, мс</translation>
    </message>
    <message>
        <source>run</source>
        <translation>прогон</translation>
    </message>
    <message>
        <source>warm-up %1</source>
        <translation>прогрев %1</translation>
    </message>
    <message>
        <source>no runs yet</source>
        <translation>прогонов ещё нет</translation>
    </message>
    <message numerus="yes">
        <source>mean %1 · p50 %2 · p95 %3 · p99 %4 · %n run(s)</source>
        <translation>
            <numerusform>среднее %1 · p50 %2 · p95 %3 · p99 %4 · %n прогон</numerusform>
            <numerusform>среднее %1 · p50 %2 · p95 %3 · p99 %4 · %n прогона</numerusform>
            <numerusform>среднее %1 · p50 %2 · p95 %3 · p99 %4 · %n прогонов</numerusform>
        </translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>прогон %1</translation>
    </message>
    <message>
        <source>runs %1 to %2</source>
        <translation>прогоны с %1 по %2</translation>
    </message>
    <message>
        <source>Drag over the chart to pick runs; a double click takes all of them again. From the keyboard: arrows, Shift with arrows, Escape</source>
        <translation>Протяните по графику, чтобы выбрать прогоны; двойной щелчок снова берёт все. С клавиатуры: стрелки, Shift со стрелками, Escape</translation>
    </message>
</context>
<context>
    <name>kerascope::LayerMemoryChart</name>
    <message>
        <source>Memory per layer</source>
        <translation>Память по слоям</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>веса %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>активации %1</translation>
    </message>
    <message>
        <source>workspace %1</source>
        <translation>рабочая память %1</translation>
    </message>
    <message>
        <source>Memory per layer, %1</source>
        <translation>Память по слоям, %1</translation>
    </message>
    <message>
        <source>Memory per layer, predicted, %1</source>
        <translation>Память по слоям, прогноз, %1</translation>
    </message>
</context>
<context>
    <name>kerascope::LayerPage</name>
    <message>
        <source>Output shape</source>
        <translation>Форма выхода</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Weights in the engine</source>
        <translation>Веса в движке</translation>
    </message>
    <message>
        <source>Weights in the file</source>
        <translation>Веса в файле</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Рабочая память</translation>
    </message>
    <message>
        <source>Work per run</source>
        <translation>Операций за прогон</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Вызовы</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Конфигурация</translation>
    </message>
    <message>
        <source>No configuration in the file</source>
        <translation>В файле нет конфигурации</translation>
    </message>
    <message>
        <source>No layer is selected</source>
        <translation>Слой не выделен</translation>
    </message>
    <message>
        <source>Select one in the list, the graph or a chart</source>
        <translation>Выделите его в списке, в графе или на графике</translation>
    </message>
    <message>
        <source>Cannot run: %1</source>
        <translation>Не выполняется: %1</translation>
    </message>
    <message>
        <source>%1, of them trainable %2</source>
        <translation>%1, из них обучаемых %2</translation>
    </message>
    <message>
        <source>computed in %1</source>
        <translation>вычисляется в %1</translation>
    </message>
    <message>
        <source>last %1, mean %2, %3 of all layers</source>
        <translation>последнее %1, среднее %2, %3 от всех слоёв</translation>
    </message>
    <message>
        <source>Weights not loaded: %1</source>
        <translation>Веса не загружены: %1</translation>
    </message>
    <message>
        <source>Notes on this model</source>
        <translation>Примечания к модели</translation>
    </message>
</context>
<context>
    <name>kerascope::LayerTimesChart</name>
    <message>
        <source>Layer times</source>
        <translation>Время по слоям</translation>
    </message>
    <message>
        <source>Mean time per layer, %1</source>
        <translation>Среднее время слоя, %1</translation>
    </message>
    <message>
        <source>no runs with layer times yet</source>
        <translation>прогонов с замером слоёв ещё нет</translation>
    </message>
    <message>
        <source>sum of layers %1 · whole run %2 · difference %3</source>
        <translation>сумма слоёв %1 · весь прогон %2 · разница %3</translation>
    </message>
</context>
<context>
    <name>kerascope::LayerTreeModel</name>
    <message>
        <source>Layer name; the tick says whether it is loaded</source>
        <translation>Имя слоя; отметка говорит, загружается ли он</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Class of the layer</source>
        <translation>Класс слоя</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Output shape without the batch axis</source>
        <translation>Форма выхода без оси пакета</translation>
    </message>
    <message>
        <source>Output shape</source>
        <translation>Форма выхода</translation>
    </message>
    <message>
        <source>Number of weights, the untrained ones included</source>
        <translation>Число весов вместе с необучаемыми</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Memory of the weights in the engine</source>
        <translation>Память под веса в движке</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>Memory of the outputs</source>
        <translation>Память под выходы</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>Time in the last measured run</source>
        <translation>Время в последнем замере</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Последнее</translation>
    </message>
    <message>
        <source>Mean time over the measured runs, warm-up left out</source>
        <translation>Среднее время по замерам, без прогрева</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>Share of the sum of all layers</source>
        <translation>Доля в сумме всех слоёв</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Доля</translation>
    </message>
    <message>
        <source>Loaded, missing or not supported</source>
        <translation>Загружен, недостаёт или не поддерживается</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Состояние</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>не поддерживается</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>недостаёт</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>не загружен</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>в %1</translation>
    </message>
    <message>
        <source>partly loaded</source>
        <translation>загружен частично</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>загружен</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>отмечен</translation>
    </message>
    <message>
        <source>Feeds a ticked layer, but is not ticked itself</source>
        <translation>От него зависит отмеченный слой, а сам он не отмечен</translation>
    </message>
    <message>
        <source>Computed together with this layer, which carries the time</source>
        <translation>Вычисляется вместе с этим слоем, время считается за ним</translation>
    </message>
    <message>
        <source>not ticked</source>
        <translation>не отмечен</translation>
    </message>
    <message>
        <source>partly ticked</source>
        <translation>отмечен частично</translation>
    </message>
    <message>
        <source>Memory that the layer needs only while it computes</source>
        <translation>Память, которая нужна слою только на время счёта</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Рабочая память</translation>
    </message>
</context>
<context>
    <name>kerascope::LayersPanel</name>
    <message>
        <source>Ticks</source>
        <translation>Отметки</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Фильтр</translation>
    </message>
    <message>
        <source>Filter by name or type</source>
        <translation>Фильтр по имени или типу</translation>
    </message>
    <message>
        <source>Shows the layers whose name, path or type holds this text (Ctrl+F)</source>
        <translation>Показывает слои, в имени, пути или типе которых есть этот текст (Ctrl+F)</translation>
    </message>
    <message>
        <source>Presets of ticks</source>
        <translation>Наборы отметок</translation>
    </message>
    <message>
        <source>Tick many layers at once</source>
        <translation>Отметить сразу много слоёв</translation>
    </message>
    <message>
        <source>Missing layers</source>
        <translation>Недостающие слои</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Слои</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Отметить</translation>
    </message>
    <message>
        <source>Untick</source>
        <translation>Снять отметку</translation>
    </message>
    <message>
        <source>Tick the selected layers</source>
        <translation>Отметить выделенные слои</translation>
    </message>
    <message>
        <source>Untick the selected layers</source>
        <translation>Снять отметки с выделенных слоёв</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) that feed the ticked ones are not ticked</source>
        <translation>
            <numerusform>Не отмечен %n слой, от которого зависят отмеченные</numerusform>
            <numerusform>Не отмечены %n слоя, от которых зависят отмеченные</numerusform>
            <numerusform>Не отмечено %n слоёв, от которых зависят отмеченные</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n missing layer(s)</source>
        <translation>
            <numerusform>Добавить %n слой</numerusform>
            <numerusform>Добавить %n слоя</numerusform>
            <numerusform>Добавить %n слоёв</numerusform>
        </translation>
    </message>
    <message>
        <source>Ticks them, so that the ticked part can run from the model&apos;s own inputs</source>
        <translation>Отмечает их, чтобы отмеченная часть могла работать от входов самой модели</translation>
    </message>
    <message>
        <source>%1 of %2 layers ticked, %3 params</source>
        <translation>отмечено слоёв: %1 из %2, параметров: %3</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Столбцы</translation>
    </message>
</context>
<context>
    <name>kerascope::LoadingPage</name>
    <message>
        <source>Loading</source>
        <translation>Загрузка</translation>
    </message>
    <message>
        <source>Progress of loading</source>
        <translation>Ход загрузки</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Отменить загрузку</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Открытие…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
</context>
<context>
    <name>kerascope::MainWindow</name>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Слои</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Графики</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Меню</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Layers</source>
        <translation>&amp;Слои</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Прогон</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Открыть модель</translation>
    </message>
    <message>
        <source>Swap model</source>
        <translation>Заменить модель</translation>
    </message>
    <message>
        <source>Labels, one a line</source>
        <translation>Метки, по одной в строке</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Текст (*.txt)</translation>
    </message>
    <message>
        <source>Folder for the CSV files</source>
        <translation>Папка для файлов CSV</translation>
    </message>
    <message>
        <source>Trace file</source>
        <translation>Файл трассы</translation>
    </message>
    <message>
        <source>Picture of the graph</source>
        <translation>Изображение графа</translation>
    </message>
    <message>
        <source>Drawing of the graph</source>
        <translation>Чертёж графа</translation>
    </message>
    <message>
        <source>The clipboard holds no path of a file.</source>
        <translation>В буфере обмена нет пути к файлу.</translation>
    </message>
    <message>
        <source>%1 – Kerascope</source>
        <translation>%1 – Kerascope</translation>
    </message>
    <message>
        <source>Kerascope</source>
        <translation>Kerascope</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Записано в %1</translation>
    </message>
    <message>
        <source>Add weights or architecture</source>
        <translation>Добавить веса или архитектуру</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 из %3</translation>
    </message>
</context>
<context>
    <name>kerascope::MemoryTimeChart</name>
    <message>
        <source>Memory over time</source>
        <translation>Память во времени</translation>
    </message>
    <message>
        <source>seconds since the start</source>
        <translation>секунды с запуска</translation>
    </message>
    <message>
        <source>Memory over time, %1</source>
        <translation>Память во времени, %1</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>план</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>буферы</translation>
    </message>
    <message>
        <source>process</source>
        <translation>процесс</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>драйвер</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>пока нечего показать</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 с</translation>
    </message>
</context>
<context>
    <name>kerascope::MessageBar</name>
    <message>
        <source>A choice does not fit the model</source>
        <translation>Выбор не подходит к модели</translation>
    </message>
    <message>
        <source>The file cannot be used</source>
        <translation>Файл не годится</translation>
    </message>
    <message>
        <source>Something in the file is not supported</source>
        <translation>Что-то в файле не поддерживается</translation>
    </message>
    <message>
        <source>The device or its memory gave way</source>
        <translation>Не справилось устройство или его память</translation>
    </message>
    <message>
        <source>A check failed</source>
        <translation>Проверка не прошла</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Отменено</translation>
    </message>
    <message>
        <source>A fault of the program</source>
        <translation>Ошибка программы</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Подробности</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Сообщение</translation>
    </message>
    <message>
        <source>Shows all that is known about this message</source>
        <translation>Показывает всё, что известно об этом сообщении</translation>
    </message>
    <message>
        <source>Details of the message</source>
        <translation>Подробности сообщения</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Закрыть сообщение</translation>
    </message>
    <message>
        <source>Close the message (Esc)</source>
        <translation>Закрыть сообщение (Esc)</translation>
    </message>
    <message>
        <source>Cancelled; nothing was changed.</source>
        <translation>Отменено; ничего не изменилось.</translation>
    </message>
    <message>
        <source>Where: %1</source>
        <translation>Где: %1</translation>
    </message>
    <message>
        <source>In English: %1</source>
        <translation>По-английски: %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Cancel what this message tells of</source>
        <translation>Отменить то, о чём говорит сообщение</translation>
    </message>
</context>
<context>
    <name>kerascope::Minimap</name>
    <message>
        <source>Map of the graph</source>
        <translation>Карта графа</translation>
    </message>
    <message>
        <source>The whole graph; click to go there</source>
        <translation>Весь граф; щелчок переносит в это место</translation>
    </message>
</context>
<context>
    <name>kerascope::OutputPage</name>
    <message>
        <source>Labels…</source>
        <translation>Метки…</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Выход</translation>
    </message>
    <message>
        <source>Sample of the batch</source>
        <translation>Пример из пакета</translation>
    </message>
    <message>
        <source>Which sample of the batch is shown</source>
        <translation>Какой пример из пакета показан</translation>
    </message>
    <message>
        <source>sample </source>
        <translation>пример </translation>
    </message>
    <message>
        <source>Choose a text file with one label a line</source>
        <translation>Выбрать текстовый файл, по одной метке в строке</translation>
    </message>
    <message>
        <source>Largest values</source>
        <translation>Наибольшие значения</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
    <message>
        <source>The model has not run yet</source>
        <translation>Модель ещё не запускалась</translation>
    </message>
    <message>
        <source>%1, shape %2</source>
        <translation>%1, форма %2</translation>
    </message>
    <message>
        <source>Only the first %1 values are searched</source>
        <translation>Просмотрены только первые %1 значений</translation>
    </message>
    <message>
        <source>Input picture %1</source>
        <translation>Входное изображение %1</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>нет изображения</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Столбцы</translation>
    </message>
</context>
<context>
    <name>kerascope::RecentMenu</name>
    <message>
        <source>Recent files</source>
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>Forget these files</source>
        <translation>Забыть эти файлы</translation>
    </message>
    <message>
        <source>Empties this list; the files stay</source>
        <translation>Очищает этот список; сами файлы остаются</translation>
    </message>
</context>
<context>
    <name>kerascope::RunBar</name>
    <message>
        <source>Toolbar</source>
        <translation>Панель инструментов</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Write the profile or the graph to files</source>
        <translation>Записать профиль или граф в файлы</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Движок</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Размер пакета</translation>
    </message>
    <message>
        <source>Samples in one run</source>
        <translation>Примеров в одном прогоне</translation>
    </message>
    <message>
        <source>batch </source>
        <translation>пакет </translation>
    </message>
    <message>
        <source>Number of runs</source>
        <translation>Число прогонов</translation>
    </message>
    <message>
        <source>How many times Run N runs</source>
        <translation>Сколько раз запускает «N прогонов»</translation>
    </message>
    <message>
        <source>What computes the layers</source>
        <translation>Что вычисляет слои</translation>
    </message>
</context>
<context>
    <name>kerascope::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>Начальная страница</translation>
    </message>
    <message>
        <source>Drop zone</source>
        <translation>Место для файла</translation>
    </message>
    <message>
        <source>Drop a model here</source>
        <translation>Перетащите модель сюда</translation>
    </message>
    <message>
        <source>A Keras .h5, .hdf5 or .keras file, or an architecture .json together with its weights</source>
        <translation>Файл Keras .h5, .hdf5 или .keras либо архитектура .json вместе с весами</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Открыть модель</translation>
    </message>
    <message>
        <source>Choose a model file (Ctrl+O)</source>
        <translation>Выбрать файл модели (Ctrl+O)</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Попробовать пример</translation>
    </message>
    <message>
        <source>Opens a small digit classifier and runs it</source>
        <translation>Открывает маленький классификатор цифр и запускает его</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>Открыть %1</translation>
    </message>
</context>
<context>
    <name>kerascope::StatusLine</name>
    <message>
        <source>Empty</source>
        <translation>Пусто</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Загрузка</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Готово</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Идёт прогон</translation>
    </message>
    <message>
        <source>Swapping</source>
        <translation>Замена</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Сбой</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Состояние</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Cancel what goes on; the model before stays</source>
        <translation>Отменить начатое; прежняя модель останется</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Нет модели</translation>
    </message>
    <message>
        <source>loaded %1 of %2 layers, %3</source>
        <translation>загружено слоёв: %1 из %2, %3</translation>
    </message>
    <message>
        <source>%1 read from the file</source>
        <translation>%1 прочитано из файла</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 из %2</translation>
    </message>
</context>
<context>
    <name>kerascope::TensorsView</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Форма</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Мин.</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Макс.</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>Std</source>
        <translation>Станд. откл.</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Нули</translation>
    </message>
    <message>
        <source>NaN, Inf</source>
        <translation>NaN, Inf</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>значений: %1</translation>
    </message>
    <message>
        <source>Histogram of %1</source>
        <translation>Гистограмма: %1</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Столбцы</translation>
    </message>
</context>
<context>
    <name>kerascope::TimelineChart</name>
    <message>
        <source>Timeline</source>
        <translation>Ход прогона</translation>
    </message>
    <message>
        <source>Timeline of one run</source>
        <translation>Ход одного прогона</translation>
    </message>
    <message>
        <source>no runs with layer times yet</source>
        <translation>прогонов с замером слоёв ещё нет</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>пока нечего показать</translation>
    </message>
    <message>
        <source>Timeline of run %1, %2</source>
        <translation>Ход прогона %1, %2</translation>
    </message>
    <message>
        <source>upload %1 · run %2 · readback %3</source>
        <translation>передача %1 · прогон %2 · чтение %3</translation>
    </message>
    <message>
        <source>upload</source>
        <translation>передача</translation>
    </message>
    <message>
        <source>readback</source>
        <translation>чтение</translation>
    </message>
    <message>
        <source>around the layers</source>
        <translation>вне слоёв</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>Пока нечего показать</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>с отметки %1</translation>
    </message>
    <message numerus="yes">
        <source>together with %n more layer(s)</source>
        <translation>
            <numerusform>вместе с ещё %n слоем</numerusform>
            <numerusform>вместе с ещё %n слоями</numerusform>
            <numerusform>вместе с ещё %n слоями</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kerascope::TreatAsBox</name>
    <message>
        <source>Treat as this layer</source>
        <translation>Заменить этим слоем</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Забыть</translation>
    </message>
    <message>
        <source>Layer of Keras that stands in</source>
        <translation>Слой Keras для замены</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>Аргументы в JSON</translation>
    </message>
    <message>
        <source>Arguments, for example %1</source>
        <translation>Аргументы, например %1</translation>
    </message>
    <message>
        <source>As JSON. Those that the file has under the same name need not be given.</source>
        <translation>В JSON. Те, что есть в файле под тем же именем, указывать не нужно.</translation>
    </message>
    <message>
        <source>Opens the model again; kept for this class in every model</source>
        <translation>Открывает модель заново; запоминается для этого класса во всех моделях</translation>
    </message>
    <message>
        <source>Opens the model again without a layer in its place</source>
        <translation>Открывает модель заново без замены</translation>
    </message>
    <message>
        <source>%1 is treated as</source>
        <translation>Вместо %1 используется</translation>
    </message>
    <message>
        <source>Treat %1 as</source>
        <translation>Чем заменить %1</translation>
    </message>
</context>
<context>
    <name>kerascope::VersionsMenu</name>
    <message>
        <source>Models of this session</source>
        <translation>Модели этого сеанса</translation>
    </message>
</context>
</TS>
