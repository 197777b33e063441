// SPDX-License-Identifier: Apache-2.0
// Proves by evaluation: reads a combinational AIGER file (ASCII) and evaluates its outputs for
// every value of its inputs, 512 at a time. Needs no solver to be trusted.
//   exhaust FILE.aag      prints "proven", or "refuted OUTPUT_INDEX INPUTS" with the inputs as bits
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr unsigned kWords = 8;
constexpr unsigned kInnerInputs = 9;  // 2^9 = 512 values side by side
constexpr unsigned kMaxInputs = 40;
using Vector = std::uint64_t __attribute__((vector_size(8 * kWords)));

/// Literals: twice the variable, plus 1 where it is inverted.
struct Gate {
  std::uint32_t out, a, b;
};

struct Graph {
  std::vector<std::uint32_t> inputs, outputs;  // literals
  std::vector<Gate> gates;
  std::uint32_t variables = 0;
};

Graph read(const char* path) {
  std::ifstream file(path);
  std::string magic;
  std::uint32_t max_variable = 0, inputs = 0, latches = 0, outputs = 0, gates = 0;
  file >> magic >> max_variable >> inputs >> latches >> outputs >> gates;
  if (!file || magic != "aag" || latches != 0 || inputs > kMaxInputs) {
    std::cerr << "exhaust: " << path << " is no combinational ASCII AIGER file of at most "
              << kMaxInputs << " inputs\n";
    std::exit(2);
  }
  Graph graph;
  graph.variables = max_variable + 1;
  graph.inputs.resize(inputs);
  graph.outputs.resize(outputs);
  graph.gates.resize(gates);
  for (auto& literal : graph.inputs) {
    file >> literal;
  }
  for (auto& literal : graph.outputs) {
    file >> literal;
  }
  for (auto& gate : graph.gates) {
    file >> gate.out >> gate.a >> gate.b;
  }
  if (!file) {
    std::cerr << "exhaust: " << path << " ends too early\n";
    std::exit(2);
  }
  return graph;
}

/// Lowest input that each variable depends on; inputs count upwards like a binary number, so a step
/// that changes inputs 0..n leaves every variable alone whose lowest input is above n.
std::vector<unsigned> lowest_inputs(Graph& graph) {
  std::vector<unsigned> lowest(graph.variables, kMaxInputs);
  std::vector<std::uint32_t> depth(graph.variables, 0);
  for (unsigned i = 0; i < graph.inputs.size(); ++i) {
    lowest[graph.inputs[i] / 2] = i;
  }
  // The writer lists fanins first or last: repeat until the depths are stable.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [out, a, b] : graph.gates) {
      const unsigned deep = 1 + std::max(depth[a / 2], depth[b / 2]);
      const unsigned low = std::min(lowest[a / 2], lowest[b / 2]);
      changed = changed || deep != depth[out / 2] || low != lowest[out / 2];
      depth[out / 2] = deep;
      lowest[out / 2] = low;
    }
  }
  std::sort(graph.gates.begin(), graph.gates.end(), [&](const auto& x, const auto& y) {
    const auto key = [&](const auto& gate) {
      return std::make_pair(kMaxInputs - std::max(lowest[gate.out / 2], kInnerInputs),
                            depth[gate.out / 2]);
    };
    return key(x) < key(y);
  });
  return lowest;
}

Vector splat(bool bit) { return Vector{} - static_cast<std::uint64_t>(bit); }

/// The first values side by side of input `input`, as counting from 0 gives them.
Vector count_pattern(unsigned input) {
  Vector pattern{};
  for (unsigned value = 0; value < 64 * kWords; ++value) {
    pattern[value / 64] |= static_cast<std::uint64_t>(value >> input & 1) << value % 64;
  }
  return pattern;
}

void print_refuted(const Graph& graph, unsigned output, std::uint64_t outer, const Vector& wrong) {
  unsigned inner = 0;
  while ((wrong[inner / 64] >> inner % 64 & 1) == 0) {
    ++inner;
  }
  std::cout << "refuted " << output << ' ';
  for (unsigned i = 0; i < graph.inputs.size(); ++i) {
    std::cout << (i < kInnerInputs ? inner >> i & 1 : outer >> (i - kInnerInputs) & 1);
  }
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "exhaust: one argument is wanted, an AIGER file\n";
    return 2;
  }
  Graph graph = read(argv[1]);
  const std::vector<unsigned> lowest = lowest_inputs(graph);
  // starts[n]: the first gate to evaluate when the outer inputs 0..n change.
  std::array<std::size_t, kMaxInputs + 1> starts{};
  starts.fill(graph.gates.size());
  for (std::size_t g = graph.gates.size(); g-- > 0;) {
    for (unsigned n = std::max(lowest[graph.gates[g].out / 2], kInnerInputs); n <= kMaxInputs;
         ++n) {
      starts[n] = g;
    }
  }
  std::vector<Vector> values(graph.variables, Vector{});
  const unsigned inputs = static_cast<unsigned>(graph.inputs.size());
  for (unsigned i = 0; i < std::min(inputs, kInnerInputs); ++i) {
    values[graph.inputs[i] / 2] = count_pattern(i);
  }
  const std::uint64_t steps = std::uint64_t{1} << (std::max(inputs, kInnerInputs) - kInnerInputs);
  for (std::uint64_t step = 0; step < steps; ++step) {
    unsigned changed = kMaxInputs;
    if (step != 0) {
      changed = kInnerInputs + static_cast<unsigned>(__builtin_ctzll(step));
      for (unsigned i = kInnerInputs; i <= changed; ++i) {
        values[graph.inputs[i] / 2] = splat(step >> (i - kInnerInputs) & 1);
      }
    }
    for (std::size_t g = starts[changed]; g < graph.gates.size(); ++g) {
      const Gate& gate = graph.gates[g];
      values[gate.out / 2] =
          (values[gate.a / 2] ^ splat(gate.a & 1)) & (values[gate.b / 2] ^ splat(gate.b & 1));
    }
    for (unsigned output = 0; output < graph.outputs.size(); ++output) {
      const std::uint32_t literal = graph.outputs[output];
      const Vector wrong = values[literal / 2] ^ splat(literal & 1);
      std::uint64_t any = 0;
      for (unsigned word = 0; word < kWords; ++word) {
        any |= wrong[word];
      }
      if (any != 0) {
        print_refuted(graph, output, step, wrong);
        return 1;
      }
    }
  }
  std::cout << "proven\n";
  return 0;
}
