// SPDX-License-Identifier: Apache-2.0
// A device behind the OpenCL API: what the workloads launch goes to whatever platform the loader
// finds.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <map>
#include <string>

#include "reference_device.h"

namespace lanefold {

/// Buffers are known by addresses of its own. Every method throws Error(Launch) naming the OpenCL
/// call that failed and its code.
class OpenClDevice final : public ReferenceDevice {
 public:
  /// The first device of the first platform whose name, vendor or version contains these words,
  /// whatever their case: `pocl`. Throws Error(Usage), naming the platforms, if there is none.
  explicit OpenClDevice(const std::string& platform = "");
  ~OpenClDevice() override;
  OpenClDevice(const OpenClDevice&) = delete;
  OpenClDevice& operator=(const OpenClDevice&) = delete;

  std::string name() const override;
  void build(const std::string& source, const std::string& options) override;

  Buffer allocate(std::size_t bytes) override;
  void release(Buffer buffer) override;
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;
  /// The driver prints by itself.
  void on_print(Print) override {}
  std::uint32_t max_work_group_size() const override;

 private:
  cl_mem memory_of(Buffer buffer) const { return buffers_.at(buffer.address); }
  void set_argument(cl_kernel kernel, cl_uint index, const ArgumentValue& value) const;

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  std::map<std::uint32_t, cl_mem> buffers_;
  std::uint32_t next_ = 1;
};

}  // namespace lanefold
