// SPDX-License-Identifier: Apache-2.0
// DRAM with channels, banks and open rows, in the manner of DDR3.
#include <algorithm>
#include <optional>
#include <vector>

#include "decisions/dram/dram_policies.h"
#include "decisions/interconnect/link.h"

namespace lanefold {
namespace {

/// Open-page policy. Neighbouring blocks of `interleave_bytes` lie in neighbouring channels; within
/// a channel, neighbouring rows lie in neighbouring banks, so that a stream finds open rows and
/// opens the next ones in other banks. Refresh and turning the bus around take no time.
class Ddr3Dram final : public DramTiming {
 public:
  Ddr3Dram(const DramConfig& config, std::uint32_t clock_mhz)
      : config_(config),
        channels_(config.channels,
                  Channel{Link(Rate::of(config.bandwidth_mb_s,
                                        std::uint64_t{clock_mhz} * config.channels)),
                          std::vector<Bank>(config.banks)}) {}

  DramAnswer serve(const DramAccess& access) override {
    const std::uint64_t block = access.address / config_.interleave_bytes;
    Channel& channel = channels_[block % config_.channels];
    const std::uint64_t row_index =
        block / config_.channels * config_.interleave_bytes / config_.row_bytes;
    Bank& bank = channel.banks[row_index % config_.banks];
    const std::uint64_t row = row_index / config_.banks;

    const std::uint64_t begin = std::max(access.cycle, bank.ready);
    const RowOutcome outcome = !bank.row          ? RowOutcome::Closed
                               : *bank.row == row ? RowOutcome::Hit
                                                  : RowOutcome::Conflict;
    const std::uint64_t column = open(bank, row, outcome, begin);
    const Link::Transfer data = channel.bus.pass(column + config_.t_cas, access.bytes);
    // The next column command waits until this burst makes room for its own.
    bank.ready = data.ends - config_.t_cas;
    const std::uint64_t alone = access.cycle + (column - begin) + config_.t_cas;
    return {data.ends + config_.latency, data.begins - alone, outcome};
  }

  void reset() override {
    for (Channel& channel : channels_) {
      channel.bus.reset();
      std::fill(channel.banks.begin(), channel.banks.end(), Bank{});
    }
  }

 private:
  struct Bank {
    std::optional<std::uint64_t> row;
    std::uint64_t ready = 0;      ///< cycle of the next command
    std::uint64_t activated = 0;  ///< cycle in which the row was opened
  };
  struct Channel {
    Link bus;
    std::vector<Bank> banks;
  };

  /// The cycle of the column command, once `row` is open.
  std::uint64_t open(Bank& bank, std::uint64_t row, RowOutcome outcome, std::uint64_t begin) const {
    if (outcome == RowOutcome::Hit) return begin;
    if (outcome == RowOutcome::Conflict) {
      begin = std::max(begin, bank.activated + config_.t_ras) + config_.t_rp;
    }
    bank.row = row;
    bank.activated = begin;
    return begin + config_.t_rcd;
  }

  DramConfig config_;
  std::vector<Channel> channels_;
};

}  // namespace

std::unique_ptr<DramTiming> make_ddr3_dram(const DramConfig& config, std::uint32_t clock_mhz) {
  return std::make_unique<Ddr3Dram>(config, clock_mhz);
}

}  // namespace lanefold
