// SPDX-License-Identifier: Apache-2.0
// Reads the parameters of a request and refuses those that a workload cannot mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

/// The request made to one workload. Throws `Error` of kind Usage, in one sentence.
class RequestReader {
 public:
  /// Refuses parameters that the workload does not have.
  RequestReader(const Workload& workload, const WorkloadRequest& request);

  /// The value for the request's size.
  template <class T>
  T by_size(T tiny, T normal, T paper) const {
    if (request_.size == WorkloadSize::Tiny) return tiny;
    return request_.size == WorkloadSize::Default ? normal : paper;
  }

  bool given(const std::string& name) const { return request_.parameters.count(name) != 0; }
  /// As requested, or the parameter's default.
  std::string text(const std::string& name) const;
  /// A number in least..most: decimal, or hexadecimal with or without 0x if `base` is 16.
  std::uint32_t number(const std::string& name, std::uint32_t least, std::uint32_t most,
                       int base = 10) const;
  /// One of `names`.
  std::string choice(const std::string& name, const std::vector<std::string>& names) const;
  /// Refuses the request with `sentence`.
  [[noreturn]] void refuse(const std::string& sentence) const;

 private:
  std::string workload_name_;
  std::vector<WorkloadParameter> known_;
  const WorkloadRequest& request_;
};

}  // namespace lanefold
