// SPDX-License-Identifier: Apache-2.0
// docs/reference/opencl-functions.md against the driver: every function of the loader's table is
// listed, and what is called refused refuses with the code given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "apps/icd/functions.h"
#include "apps/icd/handles.h"

namespace lanefold::icd {
namespace {

using ::testing::StartsWith;

std::string content_of(const std::string& file) {
  std::ifstream stream(file);
  EXPECT_TRUE(stream.good()) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The slots of the loader's table, in the order of the header.
std::vector<std::string> slot_names() {
  const std::string header = content_of(LANEFOLD_OPENCL_HEADERS "/CL/cl_icd.h");
  const std::string table = header.substr(header.find("typedef struct _cl_icd_dispatch"));
  const std::regex field(R"(cl_api_(cl\w+)\s+\1;)");
  std::vector<std::string> names;
  for (std::sregex_iterator at(table.begin(), table.end(), field), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

struct Row {
  std::string status;
  std::string tests;
};

std::map<std::string, Row> documented() {
  const std::string text = content_of("docs/reference/opencl-functions.md");
  const std::regex row(R"(\| `(cl\w+)` \| ([^|]+) \| ([^|]+) \|)");
  std::map<std::string, Row> rows;
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at) {
    EXPECT_TRUE(rows.emplace((*at)[1], Row{(*at)[2], (*at)[3]}).second) << (*at)[1] << " twice";
  }
  return rows;
}

using Slot = void (*)();

std::vector<Slot> slots_of(const cl_icd_dispatch& table) {
  std::vector<Slot> slots(sizeof table / sizeof(Slot));
  std::memcpy(slots.data(), &table, sizeof table);
  return slots;
}

TEST(OpenClTable, HasAFunctionInEverySlot) {
  const std::vector<std::string> names = slot_names();
  const std::vector<Slot> slots = slots_of(dispatch_table());
  ASSERT_EQ(names.size(), slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) EXPECT_NE(slots[i], nullptr) << names[i];
}

TEST(OpenClTable, IsDocumentedSlotBySlot) {
  cl_icd_dispatch refusals{};
  add_refusals(refusals);
  const std::vector<Slot> refused = slots_of(refusals);
  const std::vector<Slot> slots = slots_of(dispatch_table());
  const std::vector<std::string> names = slot_names();
  const std::map<std::string, Row> rows = documented();
  EXPECT_EQ(rows.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto row = rows.find(names[i]);
    ASSERT_NE(row, rows.end()) << names[i] << " is not in docs/reference/opencl-functions.md";
    // Three check their arguments before they refuse.
    const bool checks = names[i] == "clCreateSubDevices" ||
                        names[i] == "clCreateProgramWithBuiltInKernels" ||
                        names[i] == "clSetCommandQueueProperty";
    EXPECT_THAT(row->second.status,
                StartsWith(slots[i] == refused[i] || checks ? "refused" : "supported"))
        << names[i];
  }
}

/// The programs that the table names call the function.
TEST(OpenClTable, NamesTestsThatCallTheFunction) {
  const std::regex file(R"(`(\w+\.c(pp)?)`)");
  for (const auto& [name, row] : documented()) {
    std::sregex_iterator at(row.tests.begin(), row.tests.end(), file);
    EXPECT_NE(at, std::sregex_iterator()) << name;
    for (; at != std::sregex_iterator(); ++at) {
      const bool of_other_systems =
          name.find("D3D1") != std::string::npos || name.find("DX9") != std::string::npos;
      if (of_other_systems) continue;  // called by their places
      const std::string test = (*at)[1];
      const std::string folder = (*at)[2].matched ? "tests/icd/" : "tests/opencl/";
      EXPECT_TRUE(std::regex_search(content_of(folder + test), std::regex("\\b" + name + "\\b")))
          << name << " in " << test;
    }
  }
}

/// Calls a function with zeros and null pointers; its code, or that of its last argument.
template <class Result, class... Arguments>
cl_int code_of_call(Result(CL_API_CALL* function)(Arguments...)) {
  std::tuple<Arguments...> arguments{};
  cl_int code = CL_SUCCESS;
  if constexpr (sizeof...(Arguments) > 0) {
    auto& last = std::get<sizeof...(Arguments) - 1>(arguments);
    if constexpr (std::is_same_v<std::decay_t<decltype(last)>, cl_int*>) last = &code;
  }
  if constexpr (std::is_same_v<Result, cl_int>) {
    return std::apply(function, arguments);
  } else {
    EXPECT_EQ(std::apply(function, arguments), nullptr);
    return code;
  }
}

#define EXPECT_REFUSED(name, code)                                 \
  EXPECT_EQ(code_of_call(dispatch_table().name), code) << (#name); \
  EXPECT_EQ(rows.at(#name).status, "refused: " #code)

TEST(OpenClRefusals, OfSharingWithGraphics) {
  const std::map<std::string, Row> rows = documented();
  EXPECT_REFUSED(clCreateFromGLBuffer, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clCreateFromGLTexture, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clCreateFromGLTexture2D, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clCreateFromGLTexture3D, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clCreateFromGLRenderbuffer, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clEnqueueAcquireGLObjects, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clEnqueueReleaseGLObjects, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clCreateEventFromGLsyncKHR, CL_INVALID_CONTEXT);
  EXPECT_REFUSED(clGetGLObjectInfo, CL_INVALID_GL_OBJECT);
  EXPECT_REFUSED(clGetGLTextureInfo, CL_INVALID_GL_OBJECT);
  EXPECT_REFUSED(clGetGLContextInfoKHR, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clCreateFromEGLImageKHR, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueAcquireEGLObjectsKHR, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueReleaseEGLObjectsKHR, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clCreateEventFromEGLSyncKHR, CL_INVALID_OPERATION);
}

/// Their types are unknown here; they take no arguments that they look at.
TEST(OpenClRefusals, OfSharingWithOtherSystems) {
  const std::map<std::string, Row> rows = documented();
  const std::vector<std::string> names = slot_names();
  const std::vector<Slot> slots = slots_of(dispatch_table());
  unsigned found = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].find("D3D1") == std::string::npos && names[i].find("DX9") == std::string::npos) {
      continue;
    }
    ++found;
    EXPECT_EQ(reinterpret_cast<cl_int (*)()>(slots[i])(), CL_INVALID_OPERATION) << names[i];
    EXPECT_EQ(rows.at(names[i]).status, "refused: CL_INVALID_OPERATION") << names[i];
  }
  EXPECT_EQ(found, 16U);
}

TEST(OpenClRefusals, OfLaterVersions) {
  const std::map<std::string, Row> rows = documented();
  EXPECT_REFUSED(clCreatePipe, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clGetPipeInfo, CL_INVALID_MEM_OBJECT);
  EXPECT_REFUSED(clEnqueueSVMFree, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueSVMMemcpy, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueSVMMemFill, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueSVMMap, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueSVMUnmap, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clEnqueueSVMMigrateMem, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clSetKernelArgSVMPointer, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clSetKernelExecInfo, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clCreateProgramWithIL, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clGetDeviceAndHostTimer, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clGetHostTimer, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clSetDefaultDeviceCommandQueue, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clSetProgramReleaseCallback, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clSetProgramSpecializationConstant, CL_INVALID_OPERATION);
  EXPECT_REFUSED(clCreateSubDevicesEXT, CL_INVALID_VALUE);
  EXPECT_EQ(dispatch_table().clSVMAlloc(nullptr, 0, 64, 0), nullptr);
  dispatch_table().clSVMFree(nullptr, nullptr);
}

/// What newer applications call whatever the version of the device is.
class LaterFunctions : public ::testing::Test {
 protected:
  LaterFunctions() {
    cl_device_id device = the_device();
    context_ = cl_.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  }
  ~LaterFunctions() override { cl_.clReleaseContext(context_); }

  const cl_icd_dispatch& cl_ = dispatch_table();
  cl_context context_ = nullptr;
  cl_int code_ = CL_SUCCESS;
};

TEST_F(LaterFunctions, MakeQueuesWithProperties) {
  const std::vector<cl_queue_properties> list{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_command_queue queue =
      cl_.clCreateCommandQueueWithProperties(context_, the_device(), list.data(), &code_);
  ASSERT_EQ(code_, CL_SUCCESS);
  cl_command_queue_properties properties = 0;
  cl_.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr);
  EXPECT_EQ(properties, CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(cl_.clReleaseCommandQueue(queue), CL_SUCCESS);
  const std::vector<cl_queue_properties> on_device{CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
  EXPECT_EQ(
      cl_.clCreateCommandQueueWithProperties(context_, the_device(), on_device.data(), &code_),
      nullptr);
  EXPECT_EQ(code_, CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(LaterFunctions, MakeBuffersWithoutProperties) {
  const cl_mem buffer = cl_.clCreateBufferWithProperties(context_, nullptr, 0, 64, nullptr, &code_);
  EXPECT_EQ(code_, CL_SUCCESS);
  EXPECT_EQ(cl_.clReleaseMemObject(buffer), CL_SUCCESS);
  const cl_mem_properties unknown[] = {1, 2, 0};
  EXPECT_EQ(cl_.clCreateBufferWithProperties(context_, unknown, 0, 64, nullptr, &code_), nullptr);
  EXPECT_EQ(code_, CL_INVALID_PROPERTY);
}

TEST_F(LaterFunctions, CountNoRootDevice) {
  EXPECT_EQ(cl_.clRetainDeviceEXT(the_device()), CL_SUCCESS);
  EXPECT_EQ(cl_.clReleaseDeviceEXT(the_device()), CL_SUCCESS);
}

}  // namespace
}  // namespace lanefold::icd
