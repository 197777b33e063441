// SPDX-License-Identifier: Apache-2.0
// Merges neighbours.
#include "decisions/profile/sample_series.h"

#include <utility>

namespace lanefold {

void SampleSeries::add(CountedSample sample) {
  append(std::move(sample));
  while (samples_.size() > most_) coarsen();
}

void SampleSeries::add(SampleSeries later) {
  while (interval_ < later.interval_) coarsen();
  for (CountedSample& sample : later.samples_) add(std::move(sample));
}

void SampleSeries::append(CountedSample sample) {
  if (!samples_.empty()) {
    CountedSample& latest = samples_.back();
    if (sample.cycles == 0 || sample.begin / interval_ == latest.begin / interval_) {
      latest.cycles += sample.cycles;
      for (std::size_t i = 0; i < latest.counts.size(); ++i) latest.counts[i] += sample.counts[i];
      return;
    }
  }
  samples_.push_back(std::move(sample));
}

void SampleSeries::coarsen() {
  interval_ *= 2;
  for (CountedSample& sample : std::exchange(samples_, {})) append(std::move(sample));
}

}  // namespace lanefold
