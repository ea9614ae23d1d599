<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>kerascope::AppSession</name>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n thread</numerusform>
            <numerusform>%1, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kerascope::LatencyChart</name>
    <message numerus="yes">
        <source>mean %1 · p50 %2 · p95 %3 · p99 %4 · %n run(s)</source>
        <translation>
            <numerusform>mean %1 · p50 %2 · p95 %3 · p99 %4 · %n run</numerusform>
            <numerusform>mean %1 · p50 %2 · p95 %3 · p99 %4 · %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kerascope::LayersPanel</name>
    <message numerus="yes">
        <source>%n layer(s) that feed the ticked ones are not ticked</source>
        <translation>
            <numerusform>%n layer that feeds the ticked ones is not ticked</numerusform>
            <numerusform>%n layers that feed the ticked ones are not ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n missing layer(s)</source>
        <translation>
            <numerusform>Add %n missing layer</numerusform>
            <numerusform>Add %n missing layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kerascope::TimelineChart</name>
    <message numerus="yes">
        <source>together with %n more layer(s)</source>
        <translation>
            <numerusform>together with %n more layer</numerusform>
            <numerusform>together with %n more layers</numerusform>
        </translation>
    </message>
</context>
</TS>
