// SPDX-License-Identifier: Apache-2.0
// AES-128 in counter mode: input, tables and check.
#include "workloads/aes_cipher.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Four big-endian words; the layout is that of a uint4.
using AesWords = std::array<std::uint32_t, 4>;

AesWords words_of(const AesBlock& block) {
  AesWords words{};
  for (std::size_t i = 0; i < 16; ++i) words.at(i / 4) = words.at(i / 4) << 8 | block.at(i);
  return words;
}

AesBlock block_of(const AesWords& words) {
  AesBlock block{};
  for (std::size_t i = 0; i < 16; ++i) {
    block.at(i) = static_cast<std::uint8_t>(words.at(i / 4) >> (24 - 8 * (i % 4)));
  }
  return block;
}

/// What a byte of the first row adds to the four rows of its column.
std::vector<std::uint32_t> aes_table() {
  std::vector<std::uint32_t> table;
  for (const std::uint8_t substitute : aes_box()) {
    const std::uint32_t twice = aes_product(substitute, 2);
    const std::uint32_t once = substitute;
    table.push_back(twice << 24 | once << 16 | once << 8 | (twice ^ once));
  }
  return table;
}

class Aes final : public Workload {
 public:
  std::string name() const override { return "aes"; }
  std::string description() const override {
    return "AES-128 in counter mode: table look-ups at random addresses";
  }
  std::string source_file() const override { return "aes.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto blocks = reader.by_size<std::uint32_t>(403, 20'003, 200'003);
    SplitMix64 random(request.seed);
    AesBlock key{};
    for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random.below(256));
    const std::vector<AesBlock> keys = aes_round_keys(key);
    // Far from the end of the last word, so that no carry leaves it.
    const AesWords counter{random.next_word(), random.next_word(), random.next_word(),
                           random.below(1'000'000)};
    std::vector<std::uint32_t> plain(std::size_t{blocks} * 4);
    for (std::uint32_t& word : plain) word = random.next_word();

    std::vector<AesWords> key_words;
    key_words.reserve(keys.size());
    for (const AesBlock& round_key : keys) key_words.push_back(words_of(round_key));
    const DeviceArray<std::uint32_t> device_plain(device, plain);
    const DeviceArray<std::uint32_t> cipher(device, plain.size());
    const DeviceArray<AesWords> device_keys(device, key_words);
    const DeviceArray<std::uint32_t> table(device, aes_table());
    const DeviceArray<std::uint8_t> box(
        device, std::vector<std::uint8_t>(aes_box().begin(), aes_box().end()));
    launch(device, program, "aes", linear_range(device, blocks), device_plain, cipher, device_keys,
           table, box, counter, blocks);

    std::vector<std::uint32_t> expected;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      AesWords count = counter;
      count[3] += block;
      const AesWords stream = words_of(aes_encrypted(block_of(count), keys));
      for (std::size_t i = 0; i < 4; ++i) {
        expected.push_back(plain[expected.size()] ^ stream.at(i));
      }
    }
    OutputCheck check;
    check.equal("word", cipher.download(), expected);
    return check.result(std::to_string(blocks) + " blocks");
  }
};

}  // namespace

std::unique_ptr<Workload> make_aes() { return std::make_unique<Aes>(); }

}  // namespace lanefold
