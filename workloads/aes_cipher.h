// SPDX-License-Identifier: Apache-2.0
// AES-128 (FIPS 197) on the host, byte by byte as the standard describes it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lanefold {

/// Bytes 0 to 3 are the first column.
using AesBlock = std::array<std::uint8_t, 16>;

/// The S-box, from inverses in GF(2^8).
const std::array<std::uint8_t, 256>& aes_box();
/// The product of two polynomials in GF(2^8).
std::uint8_t aes_product(std::uint8_t a, std::uint8_t b);
/// The keys of all rounds.
std::vector<AesBlock> aes_round_keys(const AesBlock& key);
AesBlock aes_encrypted(AesBlock block, const std::vector<AesBlock>& keys);

}  // namespace lanefold
