// SPDX-License-Identifier: Apache-2.0
// Loads the driver itself, without the loader: its entry points, its dispatch table, a kernel, and
// all of it unloaded again, three times. The argument is the path of the driver.
#include "opencl_test.h"
// After the types of OpenCL.
#include <CL/cl_icd.h>

typedef void*(CL_API_CALL* GetAddress)(const char*);
typedef cl_int(CL_API_CALL* GetPlatforms)(cl_uint, cl_platform_id*, cl_uint*);

/// Every object of a driver begins with its table.
static const cl_icd_dispatch* table_of(void* object) { return *(const cl_icd_dispatch**)object; }

/// The only platform of the driver, by the way that the loader takes.
static cl_platform_id find_platform(void* driver) {
  GetAddress address = NULL;
  GetPlatforms platforms = NULL;
  cl_platform_id platform = NULL;
  cl_uint count = 0;
  *(void**)&address = dlsym(driver, "clGetExtensionFunctionAddress");
  CHECK(address != NULL);
  *(void**)&platforms = address("clIcdGetPlatformIDsKHR");
  CHECK(platforms != NULL);
  OK(platforms(0, NULL, &count));
  EQUAL(1, count);
  OK(platforms(1, &platform, NULL));
  CHECK(platform != NULL);
  FAILS(CL_INVALID_VALUE, platforms(0, &platform, NULL));
  pocl_differs("cl_khr_icd: nothing is asked for");
  FAILS(CL_INVALID_VALUE, platforms(0, NULL, NULL));
  CHECK(address("clNoSuchFunctionXYZ") == NULL);
  return platform;
}

static cl_int run(const cl_icd_dispatch* cl, cl_context context, cl_device_id device) {
  const char* source = "kernel void k(global int* a) { a[get_global_id(0)] += 1; }";
  const size_t items = 4;
  cl_int values[4] = {10, 20, 30, 40};
  cl_command_queue queue = MADE(cl->clCreateCommandQueue(context, device, 0, &code));
  cl_program program = MADE(cl->clCreateProgramWithSource(context, 1, &source, NULL, &code));
  OK(cl->clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  cl_kernel kernel = MADE(cl->clCreateKernel(program, "k", &code));
  cl_mem buffer =
      MADE(cl->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &code));
  cl_event event = NULL;
  OK(cl->clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
  void* objects[] = {queue, program, kernel, buffer, event};
  for (size_t i = 0; i < COUNT(objects); ++i) CHECK(table_of(objects[i]) == cl);
  OK(cl->clWaitForEvents(1, &event));
  OK(cl->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
  OK(cl->clReleaseEvent(event));
  OK(cl->clReleaseMemObject(buffer));
  OK(cl->clReleaseKernel(kernel));
  OK(cl->clReleaseProgram(program));
  OK(cl->clReleaseCommandQueue(queue));
  return values[0] + values[1] + values[2] + values[3];
}

static void load_and_unload(const char* path) {
  void* driver = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (driver == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  cl_platform_id platform = find_platform(driver);
  const cl_icd_dispatch* cl = table_of(platform);
  char text[64];
  QUERY_TEXT(text, cl->clGetPlatformInfo, platform, CL_PLATFORM_ICD_SUFFIX_KHR);
  cl_device_id device = NULL;
  OK(cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(table_of(device) == cl);
  cl_context context = MADE(cl->clCreateContext(NULL, 1, &device, NULL, NULL, &code));
  CHECK(table_of(context) == cl);
  printf("sum: %d\n", run(cl, context, device));
  OK(cl->clReleaseContext(context));
  OK(dlclose(driver));
}

int main(int count, char** arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: direct DRIVER\n");
    return 2;
  }
  on_pocl = strstr(arguments[1], "pocl") != NULL;
  for (int i = 0; i < 3; ++i) load_and_unload(arguments[1]);
  return failures > 0;
}
