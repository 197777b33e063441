// SPDX-License-Identifier: Apache-2.0
// Ends a process with objects of every kind in static variables that are older than the driver, as
// C++ wrappers have them. The arguments are the path of the driver, and how the process ends.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace {

const cl_icd_dispatch* cl = nullptr;  ///< the driver's own functions

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("failed: %s\n", what);
  std::fflush(stdout);
  _exit(1);
}

/// A handle in a static variable: asks its object, and releases it, when the variable ends.
template <class Handle, class Query, class Release>
struct Held {
  Held(const char* of_name, cl_uint count, Query of_query, Release of_release)
      : name(of_name), reference_count(count), query(of_query), release(of_release) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (handle == nullptr) return;
    cl_uint references = 0;
    const cl_int asked =
        (cl->*query)(handle, reference_count, sizeof references, &references, nullptr);
    const cl_int released = (cl->*release)(handle);
    std::printf("%s: %d references (%d), released (%d)\n", name, references, asked, released);
    std::fflush(stdout);
  }

  const char* name;
  cl_uint reference_count;
  Query query;
  Release release;
  Handle handle = nullptr;
};

using D = cl_icd_dispatch;
#define HELD(type, name, count, query, release)                 \
  Held<type, decltype(&D::query), decltype(&D::release)> name { \
#name, count, &D::query, &D::release                        \
  }

HELD(cl_device_id, device, CL_DEVICE_REFERENCE_COUNT, clGetDeviceInfo, clReleaseDevice);
HELD(cl_context, context, CL_CONTEXT_REFERENCE_COUNT, clGetContextInfo, clReleaseContext);
HELD(cl_command_queue, queue, CL_QUEUE_REFERENCE_COUNT, clGetCommandQueueInfo,
     clReleaseCommandQueue);
HELD(cl_mem, buffer, CL_MEM_REFERENCE_COUNT, clGetMemObjectInfo, clReleaseMemObject);
HELD(cl_mem, part, CL_MEM_REFERENCE_COUNT, clGetMemObjectInfo, clReleaseMemObject);
HELD(cl_program, program, CL_PROGRAM_REFERENCE_COUNT, clGetProgramInfo, clReleaseProgram);
HELD(cl_kernel, kernel, CL_KERNEL_REFERENCE_COUNT, clGetKernelInfo, clReleaseKernel);
HELD(cl_kernel, endless, CL_KERNEL_REFERENCE_COUNT, clGetKernelInfo, clReleaseKernel);
HELD(cl_event, event, CL_EVENT_REFERENCE_COUNT, clGetEventInfo, clReleaseEvent);
HELD(cl_event, user, CL_EVENT_REFERENCE_COUNT, clGetEventInfo, clReleaseEvent);

/// What else an application may do at its end.
struct Late {
  bool wanted = false;
  ~Late() {
    if (!wanted) return;
    char name[64] = "";
    const cl_int told =
        cl->clGetDeviceInfo(device.handle, CL_DEVICE_NAME, sizeof name, name, nullptr);
    std::printf("late: %s (%d)\n", name, told);
    const cl_int seven = 7;
    cl_int back = 0;
    cl->clEnqueueWriteBuffer(queue.handle, buffer.handle, CL_TRUE, 0, sizeof seven, &seven, 0,
                             nullptr, nullptr);
    cl->clEnqueueReadBuffer(queue.handle, buffer.handle, CL_TRUE, 0, sizeof back, &back, 0, nullptr,
                            nullptr);
    std::printf("late transfer: %d\n", back);
    cl_bool available = CL_TRUE;
    cl->clGetDeviceInfo(device.handle, CL_DEVICE_COMPILER_AVAILABLE, sizeof available, &available,
                        nullptr);
    cl_int code = 0;
    const char* source = "kernel void late(void) {}";
    cl_program another = cl->clCreateProgramWithSource(context.handle, 1, &source, nullptr, &code);
    const cl_int built = cl->clBuildProgram(another, 0, nullptr, nullptr, nullptr, nullptr);
    std::printf("late build: compiler %u, %d\n", available, built);
    cl->clReleaseProgram(another);
    const size_t one = 1;
    cl->clEnqueueNDRangeKernel(queue.handle, kernel.handle, 1, nullptr, &one, nullptr, 0, nullptr,
                               nullptr);
    std::printf("late launch: %d\n", cl->clFinish(queue.handle));
    std::printf("late user event: %d\n", cl->clSetUserEventStatus(user.handle, CL_COMPLETE));
    std::fflush(stdout);
  }
} late;

/// Loads the driver as a loader does.
void* load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, "dlopen");
  using GetPlatforms = cl_int(CL_API_CALL*)(cl_uint, cl_platform_id*, cl_uint*);
  const auto platforms = reinterpret_cast<GetPlatforms>(dlsym(library, "clIcdGetPlatformIDsKHR"));
  cl_platform_id platform = nullptr;
  require(platforms(1, &platform, nullptr) == CL_SUCCESS, "the platform");
  std::memcpy(&cl, static_cast<void*>(platform), sizeof cl);
  require(
      cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.handle, nullptr) == CL_SUCCESS,
      "the device");
  return library;
}

void make_objects() {
  context.handle = cl->clCreateContext(nullptr, 1, &device.handle, nullptr, nullptr, nullptr);
  queue.handle = cl->clCreateCommandQueue(context.handle, device.handle, 0, nullptr);
  buffer.handle = cl->clCreateBuffer(context.handle, 0, 4096, nullptr, nullptr);
  const cl_buffer_region region = {0, 128};
  part.handle =
      cl->clCreateSubBuffer(buffer.handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  const char* source =
      "kernel void add(global int* a) { a[0] += 1; }"
      "kernel void endless(global volatile int* a) { while (a[1] >= 0) a[1] &= 1; }";
  program.handle = cl->clCreateProgramWithSource(context.handle, 1, &source, nullptr, nullptr);
  require(cl->clBuildProgram(program.handle, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS,
          "the build");
  kernel.handle = cl->clCreateKernel(program.handle, "add", nullptr);
  endless.handle = cl->clCreateKernel(program.handle, "endless", nullptr);
  user.handle = cl->clCreateUserEvent(context.handle, nullptr);
  cl->clSetKernelArg(kernel.handle, 0, sizeof buffer.handle, &buffer.handle);
  cl->clSetKernelArg(endless.handle, 0, sizeof part.handle, &part.handle);
}

cl_int launch(cl_kernel of_kernel, cl_event* of_event) {
  const size_t one = 1;
  return cl->clEnqueueNDRangeKernel(queue.handle, of_kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                    of_event);
}

cl_int sum() {
  cl_int value = 0;
  cl->clEnqueueReadBuffer(queue.handle, buffer.handle, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                          nullptr);
  return value;
}

template <class Object>
void release_now(Object& held) {
  (cl->*held.release)(held.handle);
  held.handle = nullptr;
}

void release_all_but_the_device() {
  release_now(user);
  release_now(event);
  release_now(endless);
  release_now(kernel);
  release_now(program);
  release_now(part);
  release_now(buffer);
  release_now(queue);
  release_now(context);
}

std::atomic<int> calls{0};
void CL_CALLBACK count(cl_event /*event*/, cl_int /*status*/, void* /*nothing*/) { ++calls; }
void CL_CALLBACK end_here(cl_event /*event*/, cl_int /*status*/, void* /*nothing*/) {
  std::exit(3);
}
void CL_CALLBACK run_here(void* /*nothing*/) { std::exit(3); }

void wait_for_callback(int wanted) {
  while (calls < wanted) std::this_thread::yield();
}

void pause_forever() {
  while (true) pause();
}

/// A kernel without end, in another thread.
void begin_endless_launch() {
  cl_event gate = cl->clCreateUserEvent(context.handle, nullptr);
  const size_t one = 1;
  cl_event running = nullptr;
  cl->clEnqueueNDRangeKernel(queue.handle, endless.handle, 1, nullptr, &one, nullptr, 1, &gate,
                             &running);
  cl->clSetEventCallback(running, CL_RUNNING, count, nullptr);
  std::thread([gate] { cl->clSetUserEventStatus(gate, CL_COMPLETE); }).detach();
  wait_for_callback(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // until it is under way
}

/// The exit code of a child that does so.
template <class Action>
int in_child(Action&& action) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) action();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void use_in_child() {
  cl_event done = nullptr;
  launch(kernel.handle, &done);
  cl->clSetEventCallback(done, CL_COMPLETE, count, nullptr);
  wait_for_callback(2);
  std::printf("child: %d\n", sum());
  std::exit(4);
}

void refuse_in_child() {
  std::printf("child: %d, %d\n", launch(kernel.handle, nullptr), cl->clFinish(queue.handle));
  std::exit(4);
}

void end_by(const std::string& way, void* library) {
  if (way == "released") release_all_but_the_device();
  if (way == "late") late.wanted = true;
  if (way == "unload") require(dlclose(library) == 0, "dlclose");
  if (way == "callback") {
    cl->clSetEventCallback(event.handle, CL_COMPLETE, end_here, nullptr);
    pause_forever();
  }
  if (way == "native") {
    cl->clEnqueueNativeKernel(queue.handle, run_here, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                              nullptr);
  }
  if (way == "launch") begin_endless_launch();
  if (way == "fork") {
    cl->clSetEventCallback(event.handle, CL_COMPLETE, count, nullptr);
    wait_for_callback(1);
    std::printf("child: exit code %d\n", in_child(use_in_child));
  }
  if (way == "fork-in-launch") {
    begin_endless_launch();
    std::printf("child: exit code %d\n", in_child(refuse_in_child));
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  require(argument_count == 3, "usage: at_exit DRIVER WAY");
  void* library = load(arguments[1]);
  make_objects();
  require(launch(kernel.handle, &event.handle) == CL_SUCCESS, "a launch");
  std::printf("sum: %d\n", sum());
  end_by(arguments[2], library);
  return 0;
}
