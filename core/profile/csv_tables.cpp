// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/csv.h"

#include <map>

namespace kerascope {
namespace {

/// What every row of runs.csv repeats about one layer call of a plan.
struct CallColumns {
    const Layer* layer = nullptr;
    int number = 0;
    std::string inputShapes, outputShapes, fusedInto;
    DType dtype = DType::Float32;
    LayerTimes costs;
};

CallColumns callColumns(const Plan& plan, const LayerTimes& row)
{
    const Model& model = *plan.program().model;
    const Call& call = model.calls[size_t(row.call)];
    CallColumns out;
    out.layer = &model.layers[size_t(call.layer)];
    out.number = call.number;
    std::vector<TensorRef> inputs;
    for (const CallInput& input : call.inputs)
        inputs.push_back(input.tensor);
    out.inputShapes = shapesText(plan, inputs);
    out.outputShapes = outputShapesText(plan, call);
    const auto value = plan.program().tensorValues.find({call.id, 0});
    out.dtype = value == plan.program().tensorValues.end()
        ? out.layer->dtype
        : plan.program().values[size_t(value->second)].dtype;
    out.fusedInto = row.fusedInto == noId ? std::string() : model.calls[size_t(row.fusedInto)].key;
    out.costs = row;
    return out;
}

/// Stamps of one run put together per layer call; empty where the run had none.
struct CallStamp {
    double startUs = 0, durationUs = 0;
    std::optional<double> gpuUs, cpuUs;
    bool any = false;
};
std::map<CallId, CallStamp> stampsByCall(const RunRecord& record)
{
    std::map<CallId, CallStamp> out;
    for (const StepTime& step : record.steps) {
        const Operation& operation = record.plan->steps()[size_t(step.step)];
        if (operation.calls.empty())
            continue;
        CallStamp& stamp = out[operation.calls.back()];
        stamp.startUs = stamp.any ? stamp.startUs : step.startUs;
        stamp.durationUs += step.durationUs;
        if (step.gpuUs)
            stamp.gpuUs = stamp.gpuUs.value_or(0) + *step.gpuUs;
        if (step.cpuUs)
            stamp.cpuUs = stamp.cpuUs.value_or(0) + *step.cpuUs;
        stamp.any = true;
    }
    return out;
}

void optionalNumber(CsvLine& line, const std::optional<double>& value)
{
    if (value)
        line.number(*value);
    else
        line.empty();
}

void writeRunRow(const ProfileData& data, const RunRecord& record, const CallColumns& columns,
    const CallStamp& stamp, std::ostream& out)
{
    const auto model = data.models.find(record.version);
    CsvLine line;
    line.number(record.run).number(record.timestampUs);
    line.text(model == data.models.end() ? std::string() : model->second.name)
        .number(int64_t(record.version));
    line.text(record.engine).text(data.device).number(record.batch);
    line.number(int64_t(columns.layer->id)).text(columns.layer->path).number(int64_t(columns.number));
    line.text(columns.layer->type);
    if (stamp.any)
        line.number(stamp.startUs);
    else
        line.empty();
    line.number(stamp.durationUs);
    optionalNumber(line, stamp.gpuUs);
    optionalNumber(line, stamp.cpuUs);
    line.text(columns.inputShapes).text(columns.outputShapes).text(dtypeName(columns.dtype));
    line.number(columns.layer->params)
        .number(columns.costs.weightBytes)
        .number(columns.costs.activationBytes);
    line.number(columns.costs.workspaceBytes)
        .number(columns.costs.flops)
        .number(int64_t(record.warmup ? 1 : 0));
    line.text(columns.fusedInto);
    line.end(out);
}

} // namespace

void writeRunsCsv(const ProfileData& data, std::ostream& out)
{
    out << "run,timestamp_us,model,model_version,engine,device,batch,layer_index,layer_name,call,layer_type,"
           "start_us,duration_us,gpu_us,cpu_us,input_shapes,output_shapes,dtype,params,weight_bytes,"
           "activation_bytes,workspace_bytes,flops,warmup,fused_into\r\n";
    std::map<const Plan*, std::vector<CallColumns>> columns;
    for (const RunRecord& record : data.runs) {
        if (record.steps.empty() || !record.plan)
            continue;
        std::vector<CallColumns>& rows = columns[record.plan.get()];
        if (rows.empty())
            for (const LayerTimes& row : layerTimes(*record.plan, {}))
                rows.push_back(callColumns(*record.plan, row));
        const auto stamps = stampsByCall(record);
        for (const CallColumns& row : rows) {
            const auto stamp = stamps.find(row.costs.call);
            writeRunRow(data, record, row, stamp == stamps.end() ? CallStamp{} : stamp->second, out);
        }
    }
}

void writeLayersCsv(const ProfileData& data, std::ostream& out)
{
    out << "layer_index,layer_name,call,layer_type,output_shapes,count,first_ms,avg_ms,min_ms,p50_ms,p95_ms,"
           "p99_ms,max_ms,std_ms,pct,cdf_pct,params,weight_bytes,activation_bytes,workspace_bytes,flops,"
           "gflops_per_s,gbytes_per_s,fused_into\r\n";
    const auto records = data.newest();
    if (records.empty())
        return;
    const Plan& plan = *records.back()->plan;
    double cumulative = 0;
    for (const LayerTimes& row : layerTimes(plan, records)) {
        const CallColumns columns = callColumns(plan, row);
        CsvLine line;
        line.number(int64_t(columns.layer->id)).text(columns.layer->path).number(int64_t(columns.number));
        line.text(columns.layer->type).text(columns.outputShapes).number(int64_t(row.count));
        if (row.count > 0) {
            cumulative += row.share * 100;
            line.number(row.firstMs).number(row.ms.mean).number(row.ms.min).number(row.ms.median);
            line.number(row.ms.p95).number(row.ms.p99).number(row.ms.max).number(row.ms.std);
            line.number(row.share * 100).number(cumulative);
        } else {
            for (int i = 0; i < 10; ++i)
                line.empty();
        }
        line.number(columns.layer->params).number(row.weightBytes).number(row.activationBytes);
        line.number(row.workspaceBytes).number(row.flops);
        const bool timed = row.count > 0 && row.ms.mean > 0;
        optionalNumber(line, timed ? std::optional(row.flops / row.ms.mean / 1e6) : std::nullopt);
        optionalNumber(line, timed ? std::optional(row.bytes / row.ms.mean / 1e6) : std::nullopt);
        line.text(columns.fusedInto);
        line.end(out);
    }
}

void writeTotalsCsv(const ProfileData& data, std::ostream& out)
{
    out << "run,timestamp_us,warmup,total_ms,gpu_ms,sum_layers_ms,overhead_ms,upload_ms,readback_ms,peak_"
           "bytes\r\n";
    for (const RunRecord& record : data.runs) {
        CsvLine line;
        line.number(record.run).number(record.timestampUs).number(int64_t(record.warmup ? 1 : 0));
        line.number(record.totalUs / 1e3);
        optionalNumber(line, record.gpuUs ? std::optional(*record.gpuUs / 1e3) : std::nullopt);
        const auto sum = sumLayersMs(record);
        optionalNumber(line, sum);
        optionalNumber(line, sum ? std::optional(record.runUs / 1e3 - *sum) : std::nullopt);
        line.number(record.uploadUs / 1e3).number(record.readbackUs / 1e3).number(record.peakBytes);
        line.end(out);
    }
}

} // namespace kerascope
