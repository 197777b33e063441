// SPDX-License-Identifier: Apache-2.0
// Exact matches of short sequences in a genome: input, reference and check.
#include "workloads/sequence_alignment.h"

#include <algorithm>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

static_assert(sizeof(SuffixTreeNode) == 32);

std::uint8_t other_base(SplitMix64& random, std::uint8_t base) {
  return static_cast<std::uint8_t>((base + 1 + random.below(3)) % 4);
}

/// Where each sequence of eight bases occurs in a genome.
class SeedIndex {
 public:
  static constexpr std::uint32_t kBases = 8;

  explicit SeedIndex(const Bases& genome) : places_(std::size_t{1} << (2 * kBases)) {
    for (std::uint32_t place = 0; place + kBases <= genome.size(); ++place) {
      places_[number_of(&genome[place])].push_back(place);
    }
  }
  /// In ascending order.
  const std::vector<std::uint32_t>& places_of(const Bases& sequence) const {
    return places_[number_of(sequence.data())];
  }

 private:
  static std::size_t number_of(const std::uint8_t* bases) {
    std::size_t number = 0;
    for (std::uint32_t i = 0; i < kBases; ++i) number = number * 4 + bases[i];
    return number;
  }

  std::vector<std::vector<std::uint32_t>> places_;
};

struct GenomeMatch {
  std::uint32_t length = 0, place = 0;
};

/// The longest match of the first bases of `query`, which is shorter than a seed or matches nowhere
/// as far as one.
GenomeMatch short_match(const Bases& genome, const Bases& query) {
  for (std::size_t length = std::min<std::size_t>(query.size(), SeedIndex::kBases); length > 0;
       --length) {
    const auto end = query.begin() + static_cast<std::ptrdiff_t>(length);
    const auto found = std::search(genome.begin(), genome.end(), query.begin(), end);
    if (found == genome.end()) continue;
    return {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(found - genome.begin())};
  }
  return {};
}

GenomeMatch longest_match(const Bases& genome, const SeedIndex& index, const Bases& query) {
  GenomeMatch longest;
  if (query.size() >= SeedIndex::kBases) {
    for (const std::uint32_t place : index.places_of(query)) {
      std::uint32_t length = 0;
      while (length < query.size() && place + length < genome.size() &&
             genome[place + length] == query[length]) {
        ++length;
      }
      if (length > longest.length) longest = {length, place};
    }
  }
  return longest.length > 0 ? longest : short_match(genome, query);
}

/// How the queries of a batch lie in memory: the kernel, and where it finds base i of query q.
struct QueryLayout {
  std::string name;
  std::string function;
  std::size_t (*place)(std::size_t i, std::size_t q, const QueryBatch& batch);
};

const std::vector<QueryLayout>& query_layouts() {
  static const std::vector<QueryLayout> kLayouts = {
      {"bytes", "sequence_alignment",
       [](std::size_t i, std::size_t q, const QueryBatch& batch) { return i * batch.count + q; }},
      {"words", "sequence_alignment_words",
       [](std::size_t i, std::size_t q, const QueryBatch& batch) {
         return (i / 4 * batch.count + q) * 4 + i % 4;
       }},
      {"rows", "sequence_alignment_rows",
       [](std::size_t i, std::size_t q, const QueryBatch& batch) {
         return q * (batch.length + 1) + i;
       }}};
  return kLayouts;
}

const QueryLayout& requested_layout(const RequestReader& reader) {
  std::vector<std::string> names;
  for (const QueryLayout& layout : query_layouts()) names.push_back(layout.name);
  const std::string name = reader.choice("queries", names);
  return *std::find_if(query_layouts().begin(), query_layouts().end(),
                       [&](const QueryLayout& layout) { return layout.name == name; });
}

/// With bytes that are no base where the layout leaves any.
Bases laid_out(const QueryBatch& batch, const QueryLayout& layout) {
  if (batch.bases.empty()) return {};
  Bases bases(layout.place(batch.length - 1, batch.count - 1, batch) + 1, 255);
  for (std::size_t i = 0; i < batch.length; ++i) {
    for (std::size_t q = 0; q < batch.count; ++q) {
      bases[layout.place(i, q, batch)] = batch.bases[i * batch.count + q];
    }
  }
  return bases;
}

class SequenceAlignment final : public Workload {
 public:
  std::string name() const override { return "sequence-alignment"; }
  std::string description() const override {
    return "exact matches of short sequences in a genome, found in its suffix tree";
  }
  std::string source_file() const override { return "sequence_alignment.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    const bool other = request.asks_for("queries", "words") || request.asks_for("queries", "rows");
    return other ? "sequence_alignment_layouts.cl" : source_file();
  }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"queries", "bytes",
             "in memory: interleaved by bytes or by words of four, or rows for one behind the "
             "other"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t genome, batch;  ///< bases
    };
    const RequestReader reader(*this, request);
    const auto shape =
        reader.by_size<Shape>({3'001, 3'200}, {150'001, 400'000}, {5'227'293, 1'000'000});
    const QueryLayout& layout = requested_layout(reader);
    SplitMix64 random(request.seed);
    const Bases genome = random_genome(random, shape.genome);
    const DeviceArray<SuffixTreeNode> nodes(device, build_suffix_tree(genome));
    const DeviceArray<std::uint8_t> bases(device, genome);

    OutputCheck check;
    for (const std::uint32_t length : {25U, 50U, 200U, 800U}) {
      const QueryBatch batch = random_queries(random, genome, shape.batch / length, length);
      const DeviceArray<std::uint8_t> queries(device, laid_out(batch, layout));
      const DeviceArray<std::uint32_t> matches(device, batch.count);
      const DeviceArray<std::uint32_t> places(device, batch.count);
      launch(device, program, layout.function, linear_range(device, batch.count), nodes, bases,
             queries, batch.count, length, matches, places);
      const Alignments expected = align_queries(genome, batch);
      check.equal("matches", matches.download(), expected.matches);
      check.equal("places", places.download(), expected.places);
    }
    return check.result("a genome of " + std::to_string(shape.genome) + " bases, four batches of " +
                        std::to_string(shape.batch));
  }
};

}  // namespace

Bases random_genome(SplitMix64& random, std::uint32_t length) {
  Bases genome;
  genome.reserve(length);
  while (genome.size() < length) {
    const auto present = static_cast<std::uint32_t>(genome.size());
    const std::uint32_t part = std::min(1 + random.below(400), length - present);
    const bool copy = present >= part && random.below(16) == 0;
    const std::uint32_t from = copy ? random.below(present - part + 1) : 0;
    for (std::uint32_t i = 0; i < part; ++i) {
      if (!copy) {
        genome.push_back(static_cast<std::uint8_t>(random.below(4)));
      } else {
        const std::uint8_t base = genome[from + i];
        genome.push_back(random.below(64) == 0 ? other_base(random, base) : base);
      }
    }
  }
  return genome;
}

QueryBatch random_queries(SplitMix64& random, const Bases& genome, std::uint32_t count,
                          std::uint32_t length) {
  QueryBatch batch{count, length, Bases(std::size_t{count} * length)};
  const auto places = static_cast<std::uint32_t>(genome.size()) - length + 1;
  for (std::uint32_t query = 0; query < count; ++query) {
    const std::uint32_t place = random.below(places);
    for (std::size_t i = 0; i < length; ++i) batch.bases[i * count + query] = genome[place + i];
    if (random.below(16) != 0) continue;
    std::uint8_t& base = batch.bases[std::size_t{random.below(length)} * count + query];
    base = other_base(random, base);
  }
  return batch;
}

Alignments align_queries(const Bases& genome, const QueryBatch& queries) {
  const SeedIndex index(genome);
  Alignments alignments;
  Bases query(queries.length);
  for (std::uint32_t number = 0; number < queries.count; ++number) {
    for (std::size_t i = 0; i < queries.length; ++i) {
      query[i] = queries.bases[i * queries.count + number];
    }
    const GenomeMatch match = longest_match(genome, index, query);
    alignments.matches.push_back(match.length);
    alignments.places.push_back(match.place);
  }
  return alignments;
}

std::unique_ptr<Workload> make_sequence_alignment() {
  return std::make_unique<SequenceAlignment>();
}

}  // namespace lanefold
