// SPDX-License-Identifier: Apache-2.0
// Training of a network of two layers: input, reference and check.
#include "workloads/device_math.h"
#include "workloads/toolbox.h"
#include "workloads/tree_sum.h"

namespace lanefold {
namespace {

constexpr float kLearningRate = 0.3F;
constexpr float kMomentum = 0.3F;

/// One layer: its weights and how they changed last.
struct NetworkLayer {
  std::uint32_t inputs = 0, outputs = 0;
  std::vector<float> weights, changes;
};

NetworkLayer random_layer(SplitMix64& random, std::uint32_t inputs, std::uint32_t outputs) {
  const std::size_t count = std::size_t{inputs} * outputs;
  return {inputs, outputs, random_floats(random, count, -0.5F, 0.5F), std::vector<float>(count)};
}

std::vector<float> outputs_of(const NetworkLayer& layer, const std::vector<float>& inputs,
                              std::size_t group) {
  std::vector<float> outputs;
  for (std::size_t output = 0; output < layer.outputs; ++output) {
    std::vector<float> parts(group);
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      parts[i % group] += inputs[i] * layer.weights[i * layer.outputs + output];
    }
    outputs.push_back(1.0F / (1.0F + device_exp(-tree_sum(parts))));
  }
  return outputs;
}

void adjust(NetworkLayer& layer, const std::vector<float>& inputs,
            const std::vector<float>& errors) {
  for (std::size_t weight = 0; weight < layer.weights.size(); ++weight) {
    const float change =
        kLearningRate * errors[weight % layer.outputs] * inputs[weight / layer.outputs] +
        kMomentum * layer.changes[weight];
    layer.weights[weight] += change;
    layer.changes[weight] = change;
  }
}

/// One step on the host; `group` is the number of work-items of a group.
void train(NetworkLayer& first, NetworkLayer& second, const std::vector<float>& inputs,
           const std::vector<float>& targets, std::size_t group) {
  const std::vector<float> hidden = outputs_of(first, inputs, group);
  const std::vector<float> outputs = outputs_of(second, hidden, group);
  std::vector<float> errors;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    errors.push_back(outputs[i] * (1.0F - outputs[i]) * (targets[i] - outputs[i]));
  }
  std::vector<float> hidden_errors;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    float sum = 0.0F;
    for (std::size_t j = 0; j < errors.size(); ++j) {
      sum += errors[j] * second.weights[i * errors.size() + j];
    }
    hidden_errors.push_back(hidden[i] * (1.0F - hidden[i]) * sum);
  }
  adjust(second, hidden, errors);
  adjust(first, inputs, hidden_errors);
}

/// A layer in device memory, and its launches.
struct DeviceLayer {
  DeviceLayer(Device& its_device, const Program& its_program, const NetworkLayer& layer)
      : device(its_device),
        program(its_program),
        input_count(layer.inputs),
        output_count(layer.outputs),
        weights(device, layer.weights),
        changes(device, layer.changes),
        outputs(device, output_count),
        errors(device, output_count) {}

  void forward(const DeviceArray<float>& inputs) {
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = output_count * range.local[0];
    launch(device, program, "layer_forward", range, inputs, weights, outputs, input_count,
           LocalBytes{range.local[0] * 4});
  }
  void compare(const DeviceArray<float>& targets) {
    launch(device, program, "output_errors", linear_range(device, output_count), outputs, targets,
           errors, output_count);
  }
  void take_errors_of(const DeviceLayer& behind) {
    launch(device, program, "hidden_errors", linear_range(device, output_count), outputs,
           behind.weights, behind.errors, errors, output_count, behind.output_count);
  }
  void adjust(const DeviceArray<float>& inputs) {
    launch(device, program, "adjust_weights", square_range(device, output_count, input_count),
           inputs, errors, weights, changes, input_count, output_count, kLearningRate, kMomentum);
  }

  Device& device;
  const Program& program;
  std::uint32_t input_count, output_count;
  const DeviceArray<float> weights, changes, outputs, errors;
};

class BackPropagation final : public Workload {
 public:
  std::string name() const override { return "back-propagation"; }
  std::string description() const override {
    return "training of a network of two layers: reductions, outer products";
  }
  std::string source_file() const override { return "back_propagation.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t inputs, hidden, outputs, steps;
    };
    const RequestReader reader(*this, request);
    const auto shape =
        reader.by_size<Shape>({203, 13, 5, 2}, {4'003, 19, 5, 5}, {16'003, 35, 5, 8});
    SplitMix64 random(request.seed);
    NetworkLayer first = random_layer(random, shape.inputs, shape.hidden);
    NetworkLayer second = random_layer(random, shape.hidden, shape.outputs);
    const std::vector<float> inputs = random_floats(random, shape.inputs, 0.0F, 1.0F);
    const std::vector<float> targets = random_floats(random, shape.outputs, 0.1F, 0.9F);

    const DeviceArray<float> device_inputs(device, inputs);
    const DeviceArray<float> device_targets(device, targets);
    DeviceLayer device_first(device, program, first);
    DeviceLayer device_second(device, program, second);
    for (std::uint32_t step = 0; step < shape.steps; ++step) {
      device_first.forward(device_inputs);
      device_second.forward(device_first.outputs);
      device_second.compare(device_targets);
      device_first.take_errors_of(device_second);
      device_second.adjust(device_first.outputs);
      device_first.adjust(device_inputs);
      train(first, second, inputs, targets, group_size(device));
    }

    OutputCheck check(request.functions);
    check.equal("first_weight", device_first.weights.download(), first.weights);
    check.equal("second_weight", device_second.weights.download(), second.weights);
    return check.result(std::to_string(shape.inputs) + " inputs, " + std::to_string(shape.hidden) +
                        " hidden units, " + std::to_string(shape.steps) + " steps");
  }
};

}  // namespace

std::unique_ptr<Workload> make_back_propagation() { return std::make_unique<BackPropagation>(); }

}  // namespace lanefold
