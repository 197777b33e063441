// SPDX-License-Identifier: Apache-2.0
// AES-128 on the host.
#include "workloads/aes_cipher.h"

#include <cstddef>

namespace lanefold {
namespace {

constexpr std::size_t kAesRounds = 10;

std::uint8_t rotated_left(std::uint8_t byte, unsigned by) {
  return static_cast<std::uint8_t>(byte << by | byte >> (8 - by));
}

std::array<std::uint8_t, 256> make_box() {
  std::array<std::uint8_t, 256> box{};
  for (unsigned value = 0; value < 256; ++value) {
    // The inverse of x is x^254; that of 0 is taken to be 0.
    std::uint8_t inverse = 1;
    for (int power = 0; power < 254; ++power) {
      inverse = aes_product(inverse, static_cast<std::uint8_t>(value));
    }
    std::uint8_t result = inverse;
    for (unsigned by = 1; by < 5; ++by) result ^= rotated_left(inverse, by);
    box.at(value) = result ^ 0x63U;
  }
  return box;
}

void add_key(AesBlock& block, const AesBlock& key) {
  for (std::size_t i = 0; i < block.size(); ++i) block.at(i) ^= key.at(i);
}

/// Substitutes bytes and shifts row r by r columns.
void substitute_and_shift(AesBlock& block) {
  const AesBlock before = block;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::size_t row = i % 4;
    block.at(i) = aes_box().at(before.at((i + 4 * row) % 16));
  }
}

void mix_columns(AesBlock& block) {
  const AesBlock before = block;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::size_t column = i / 4 * 4;
    const auto at = [&](std::size_t down) { return before.at(column + (i + down) % 4); };
    block.at(i) =
        static_cast<std::uint8_t>(aes_product(at(0), 2) ^ aes_product(at(1), 3) ^ at(2) ^ at(3));
  }
}

}  // namespace

std::uint8_t aes_product(std::uint8_t a, std::uint8_t b) {
  unsigned product = 0;
  unsigned shifted = a;
  for (unsigned bit = 0; bit < 8; ++bit) {
    if ((b >> bit & 1U) != 0) product ^= shifted;
    shifted = shifted << 1 ^ ((shifted & 0x80U) != 0 ? 0x11bU : 0U);
  }
  return static_cast<std::uint8_t>(product);
}

const std::array<std::uint8_t, 256>& aes_box() {
  static const std::array<std::uint8_t, 256> kBox = make_box();
  return kBox;
}

std::vector<AesBlock> aes_round_keys(const AesBlock& key) {
  std::vector<AesBlock> keys{key};
  std::uint8_t constant = 1;
  while (keys.size() <= kAesRounds) {
    const AesBlock& last = keys.back();
    AesBlock next{};
    for (std::size_t i = 0; i < 4; ++i) {
      next.at(i) = static_cast<std::uint8_t>(last.at(i) ^ aes_box().at(last.at(12 + (i + 1) % 4)));
    }
    next[0] ^= constant;
    for (std::size_t i = 4; i < 16; ++i) {
      next.at(i) = static_cast<std::uint8_t>(last.at(i) ^ next.at(i - 4));
    }
    constant = aes_product(constant, 2);
    keys.push_back(next);
  }
  return keys;
}

AesBlock aes_encrypted(AesBlock block, const std::vector<AesBlock>& keys) {
  add_key(block, keys[0]);
  for (std::size_t round = 1; round < kAesRounds; ++round) {
    substitute_and_shift(block);
    mix_columns(block);
    add_key(block, keys[round]);
  }
  substitute_and_shift(block);
  add_key(block, keys[kAesRounds]);
  return block;
}

}  // namespace lanefold
