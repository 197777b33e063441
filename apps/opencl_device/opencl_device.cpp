// SPDX-License-Identifier: Apache-2.0
// A device behind the OpenCL API.
#include "opencl_device.h"

#include <array>
#include <boost/algorithm/string/predicate.hpp>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

void check(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  throw Error(ErrorKind::Launch, std::string(call) + " fails with code " + std::to_string(code));
}

/// Calls an OpenCL function that returns what it makes, and its code by its last argument.
template <class Function, class... Arguments>
auto made(const char* call, Function function, Arguments... arguments) {
  cl_int code = CL_SUCCESS;
  auto result = function(arguments..., &code);
  check(code, call);
  return result;
}

std::string text_of(cl_platform_id platform, cl_platform_info what) {
  std::array<char, 256> text{};
  check(clGetPlatformInfo(platform, what, text.size(), text.data(), nullptr), "clGetPlatformInfo");
  return text.data();
}

cl_platform_id find_platform(const std::string& words) {
  cl_uint count = 0;
  const bool any = clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS && count > 0;
  std::vector<cl_platform_id> platforms(any ? count : 0);
  if (any) check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<std::string> names;
  for (const cl_platform_id platform : platforms) {
    names.push_back(text_of(platform, CL_PLATFORM_NAME));
    const std::string all = names.back() + "\n" + text_of(platform, CL_PLATFORM_VENDOR) + "\n" +
                            text_of(platform, CL_PLATFORM_VERSION);
    if (boost::algorithm::icontains(all, words)) return platform;
  }
  throw Error(ErrorKind::Usage, "there is no OpenCL platform" +
                                    (words.empty() ? "" : " " + in_quotes(words)) +
                                    (names.empty() ? "" : "; there are " + join(names, ", ")));
}

using Sizes = std::array<std::size_t, 3>;

Sizes sizes_of(const std::array<std::uint32_t, 3>& extent) {
  return {extent[0], extent[1], extent[2]};
}

}  // namespace

OpenClDevice::OpenClDevice(const std::string& platform) {
  check(clGetDeviceIDs(find_platform(platform), CL_DEVICE_TYPE_ALL, 1, &device_, nullptr),
        "clGetDeviceIDs");
  context_ = made("clCreateContext", clCreateContext, nullptr, 1U, &device_, nullptr, nullptr);
  queue_ = made("clCreateCommandQueue", clCreateCommandQueue, context_, device_, 0U);
}

OpenClDevice::~OpenClDevice() {
  for (const auto& [address, memory] : buffers_) clReleaseMemObject(memory);
  if (program_ != nullptr) clReleaseProgram(program_);
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

std::string OpenClDevice::name() const {
  std::array<char, 256> text{};
  check(clGetDeviceInfo(device_, CL_DEVICE_NAME, text.size(), text.data(), nullptr),
        "clGetDeviceInfo");
  return text.data();
}

void OpenClDevice::build(const std::string& source, const std::string& options) {
  if (program_ != nullptr) check(clReleaseProgram(program_), "clReleaseProgram");
  const char* text = source.c_str();
  program_ =
      made("clCreateProgramWithSource", clCreateProgramWithSource, context_, 1U, &text, nullptr);
  if (clBuildProgram(program_, 1, &device_, options.c_str(), nullptr, nullptr) == CL_SUCCESS) {
    return;
  }
  std::size_t size = 0;
  clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  throw Error(ErrorKind::Compiler, "the program does not build:\n" + log);
}

Buffer OpenClDevice::allocate(std::size_t bytes) {
  const std::size_t size = bytes == 0 ? 1 : bytes;
  const cl_mem memory =
      made("clCreateBuffer", clCreateBuffer, context_, CL_MEM_READ_WRITE, size, nullptr);
  const Buffer buffer{next_++, static_cast<std::uint32_t>(bytes)};
  buffers_[buffer.address] = memory;
  const char zero = 0;
  check(clEnqueueFillBuffer(queue_, memory, &zero, 1, 0, size, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  return buffer;
}

void OpenClDevice::release(Buffer buffer) {
  check(clReleaseMemObject(memory_of(buffer)), "clReleaseMemObject");
  buffers_.erase(buffer.address);
}

void OpenClDevice::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  if (bytes == 0) return;
  check(clEnqueueWriteBuffer(queue_, memory_of(buffer), CL_TRUE, offset, bytes, data, 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
}

void OpenClDevice::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  if (bytes == 0) return;
  check(clEnqueueReadBuffer(queue_, memory_of(buffer), CL_TRUE, offset, bytes, data, 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
}

void OpenClDevice::set_argument(cl_kernel kernel, cl_uint index, const ArgumentValue& value) const {
  cl_int code = CL_SUCCESS;
  if (const auto* buffer = std::get_if<Buffer>(&value)) {
    const cl_mem memory = memory_of(*buffer);
    code = clSetKernelArg(kernel, index, sizeof(cl_mem), &memory);
  } else if (const auto* local = std::get_if<LocalBytes>(&value)) {
    code = clSetKernelArg(kernel, index, local->size, nullptr);
  } else {
    const auto& bytes = std::get<std::vector<std::byte>>(value);
    code = clSetKernelArg(kernel, index, bytes.size(), bytes.data());
  }
  check(code, "clSetKernelArg");
}

void OpenClDevice::launch(const Program&, std::string_view name, const NDRange& range,
                          const std::vector<ArgumentValue>& arguments) {
  const std::string text(name);
  const cl_kernel kernel = made("clCreateKernel", clCreateKernel, program_, text.c_str());
  for (cl_uint i = 0; i < arguments.size(); ++i) set_argument(kernel, i, arguments[i]);
  const Sizes offset = sizes_of(range.offset);
  const Sizes global = sizes_of(range.global);
  const Sizes local = sizes_of(range.local);
  check(clEnqueueNDRangeKernel(queue_, kernel, range.dimensions, offset.data(), global.data(),
                               local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clFinish(queue_), "clFinish");
}

std::uint32_t OpenClDevice::max_work_group_size() const {
  std::size_t size = 0;
  check(clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
        "clGetDeviceInfo");
  return static_cast<std::uint32_t>(size);
}

}  // namespace lanefold
