// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 4.4: contexts.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "device_info.h"
#include "functions.h"
#include "info.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

using NotifyFunction = void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*);

/// The list with its final 0; checks names and values.
std::vector<cl_context_properties> read_properties(const cl_context_properties* properties) {
  std::vector<cl_context_properties> list;
  if (properties == nullptr) return list;
  for (; *properties != 0; properties += 2) {
    const cl_context_properties name = properties[0];
    require(name == CL_CONTEXT_PLATFORM || name == CL_CONTEXT_INTEROP_USER_SYNC,
            CL_INVALID_PROPERTY);
    for (std::size_t i = 0; i < list.size(); i += 2) require(list[i] != name, CL_INVALID_PROPERTY);
    if (name == CL_CONTEXT_PLATFORM) {
      require(properties[1] == reinterpret_cast<cl_context_properties>(the_platform()),
              CL_INVALID_PLATFORM);
    } else {
      require(properties[1] == CL_TRUE || properties[1] == CL_FALSE, CL_INVALID_PROPERTY);
    }
    list.insert(list.end(), properties, properties + 2);
  }
  list.push_back(0);
  return list;
}

cl_context make_context(const cl_context_properties* properties, NotifyFunction notify,
                        void* user_data) {
  require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
  Context::Notify tell;
  if (notify != nullptr) {
    tell = [notify, user_data](const std::string& sentence) {
      runtime().callbacks.post(
          [=, text = sentence] { notify(text.c_str(), nullptr, 0, user_data); });
    };
  }
  return objects<Context>().publish(
      std::make_unique<Context>(read_properties(properties), std::move(tell)));
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint num_devices,
                                      const cl_device_id* devices, NotifyFunction notify,
                                      void* user_data, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    require(devices != nullptr && num_devices != 0, CL_INVALID_VALUE);
    std::for_each(devices, devices + num_devices, require_device);
    return make_context(properties, notify, user_data);
  });
}

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties,
                                                cl_device_type type, NotifyFunction notify,
                                                void* user_data, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    read_properties(properties);
    cl_uint count = 0;
    const cl_int found = dispatch_table().clGetDeviceIDs(the_platform(), type, 0, nullptr, &count);
    require(found == CL_SUCCESS, found);
    return make_context(properties, notify, user_data);
  });
}

cl_int CL_API_CALL retain_context(cl_context context) {
  return guarded([&] { objects<Context>().retain(context); });
}

cl_int CL_API_CALL release_context(cl_context context) {
  return guarded([&] { objects<Context>().release(context); });
}

cl_int CL_API_CALL get_context_info(cl_context handle, cl_context_info name, std::size_t size,
                                    void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto context = object_of<Context>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_CONTEXT_REFERENCE_COUNT:
        return sink.value(objects<Context>().references(handle));
      case CL_CONTEXT_NUM_DEVICES:
        return sink.value<cl_uint>(1);
      case CL_CONTEXT_DEVICES:
        return sink.value(the_device());
      case CL_CONTEXT_PROPERTIES:
        return sink.list(context->properties());
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

/// clSetContextDestructorCallback of OpenCL 3.0.
cl_int CL_API_CALL set_context_destructor_callback(cl_context handle,
                                                   void(CL_CALLBACK* notify)(cl_context, void*),
                                                   void* user_data) {
  return guarded([&] {
    const auto context = object_of<Context>(handle);
    require(notify != nullptr, CL_INVALID_VALUE);
    context->on_destruction.add(notification(handle, notify, user_data));
  });
}

}  // namespace

void add_context_functions(cl_icd_dispatch& table) {
  table.clCreateContext = create_context;
  table.clCreateContextFromType = create_context_from_type;
  table.clRetainContext = retain_context;
  table.clReleaseContext = release_context;
  table.clGetContextInfo = get_context_info;
  table.clSetContextDestructorCallback = set_context_destructor_callback;
}

}  // namespace lanefold::icd
