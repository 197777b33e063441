// SPDX-License-Identifier: Apache-2.0
// Walks through memory whose every step is known: input, reference and check.
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// What line_walk.cl says of its arguments.
struct Walk {
  std::uint32_t items, rounds, between, moves, stays, region, line, shared, table;
  bool together;

  std::uint32_t own(std::uint32_t item) const { return line + item * (region + line); }
  std::uint32_t bytes() const { return own(items) + table; }
};

using Words = std::vector<std::uint32_t>;

/// A chance of so many in 1024, as the bound below which a number of 32 bits has to be.
std::uint32_t bound_of(std::uint32_t chance) {
  return chance == 1024 ? ~std::uint32_t{0} : chance << 22;
}

std::uint32_t sum_apart(const Walk& walk, std::uint32_t item, const Words& words) {
  std::uint32_t state = (item + 1) * 2654435761U;
  std::uint32_t place = 0;
  std::uint32_t sum = 0;
  for (std::uint32_t round = 0; round < walk.rounds; ++round) {
    state = state * 1664525U + 1013904223U;
    const std::uint32_t number = state * 2654435761U;
    const bool moved = state < walk.moves;
    const bool to_table = moved && number < walk.shared;
    if (moved && !to_table) place = (place + walk.line) % walk.region;
    std::uint32_t at = moved || walk.stays != 0 ? walk.own(item) + place : 0;
    if (to_table) at = walk.own(walk.items) + (number >> 4) % walk.table / walk.line * walk.line;
    for (std::uint32_t step = 0; step < walk.between; ++step) sum = (sum << 1) ^ step;
    sum += words[at / 4];
  }
  return sum;
}

std::uint32_t sum_together(const Walk& walk, std::uint32_t item, const Words& words) {
  std::uint32_t sum = 0;
  for (std::uint32_t round = 1; round <= walk.rounds; ++round) {
    const std::uint32_t place = round * 4 % walk.region;
    sum = (sum ^ words[(walk.own(item) + place) / 4]) + words[place / 4];
  }
  return sum;
}

std::uint32_t power_of_two(const RequestReader& reader, const std::string& name,
                           std::uint32_t least, std::uint32_t most) {
  const std::uint32_t value = reader.number(name, least, most);
  if ((value & (value - 1)) != 0) {
    reader.refuse("parameter '" + name + "' cannot be '" + std::to_string(value) +
                  "'; valid: powers of two from " + std::to_string(least) + " to " +
                  std::to_string(most));
  }
  return value;
}

/// What only lanes that move apart have.
void refuse_beside_together(const RequestReader& reader) {
  for (const char* name : {"moves", "stays", "between", "shared", "table"}) {
    if (reader.given(name)) {
      reader.refuse("parameter '" + std::string(name) +
                    "' means nothing with lanes=together; leave it out");
    }
  }
}

Walk requested_walk(const RequestReader& reader) {
  const bool together = reader.choice("lanes", {"apart", "together"}) == "together";
  if (together) refuse_beside_together(reader);
  const std::uint32_t line = power_of_two(reader, "line", 4, 1024);
  const std::uint32_t rounds = reader.number("rounds", 0, 1'000'000);
  return {reader.by_size<std::uint32_t>(203, 2'048, 2'048),
          rounds != 0 ? rounds : reader.by_size<std::uint32_t>(64, 1'024, 4'096),
          reader.number("between", 0, 1000),
          bound_of(reader.number("moves", 0, 1024)),
          reader.choice("stays", {"own", "common"}) == "own" ? 1U : 0U,
          reader.number("region", 1, 1024) * line,
          line,
          bound_of(reader.number("shared", 0, 1024)),
          power_of_two(reader, "table", 1, 65'536) * line,
          together};
}

void launch_walk(Device& device, const Program& program, const Walk& walk,
                 const DeviceArray<std::uint32_t>& words, const DeviceArray<std::uint32_t>& sums) {
  const NDRange range = linear_range(device, walk.items);
  if (walk.together) {
    launch(device, program, "common_walk", range, words, sums, walk.items, walk.rounds, walk.region,
           walk.line);
  } else if (walk.shared == 0) {
    launch(device, program, "own_walk", range, words, sums, walk.items, walk.rounds, walk.between,
           walk.moves, walk.stays, walk.region, walk.line);
  } else {
    launch(device, program, "shared_walk", range, words, sums, walk.items, walk.rounds,
           walk.between, walk.moves, walk.stays, walk.region, walk.line, walk.shared, walk.table);
  }
}

class LineWalk final : public Workload {
 public:
  std::string name() const override { return "line-walk"; }
  std::string description() const override {
    return "loads of which each lane misses by a known chance, independently of the others";
  }
  std::string source_file() const override { return "line_walk.cl"; }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"moves", "51", "of 1024 loads of a lane, those at another line: 0 to 1024"},
            {"stays", "own", "line of the other loads: own or common, one that all lanes share"},
            {"lanes", "apart", "apart for moves of each on its own, or together, word by word"},
            {"between", "0", "steps of a computation between two loads: 0 to 1000"},
            {"region", "128", "lines that a lane walks round and round: 1 to 1024"},
            {"line", "32", "bytes of a line: a power of two from 4 to 1024"},
            {"shared", "0", "of 1024 moves, those to a line that all lanes share: 0 to 1024"},
            {"table", "4096", "lines that all lanes share: a power of two to 65536"},
            {"rounds", "0", "rounds of the loop, up to 1000000; 0 for those of the size"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const Walk walk = requested_walk(RequestReader(*this, request));
    SplitMix64 random(request.seed);
    const Words words = random_numbers(random, walk.bytes() / 4, ~std::uint32_t{0});
    const DeviceArray<std::uint32_t> device_words(device, words);
    const DeviceArray<std::uint32_t> sums(device, walk.items);
    launch_walk(device, program, walk, device_words, sums);

    Words expected;
    for (std::uint32_t item = 0; item < walk.items; ++item) {
      expected.push_back(walk.together ? sum_together(walk, item, words)
                                       : sum_apart(walk, item, words));
    }
    OutputCheck check;
    check.equal("sum", sums.download(), expected);
    return check.result(std::to_string(walk.rounds) + " rounds of " + std::to_string(walk.items) +
                        " lanes");
  }
};

}  // namespace

std::unique_ptr<Workload> make_line_walk() { return std::make_unique<LineWalk>(); }

}  // namespace lanefold
