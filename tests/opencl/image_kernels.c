// SPDX-License-Identifier: Apache-2.0
// Kernels that read, write and ask images of every type and of many formats, against models in C.
#include "opencl_test.h"

#define WIDTH 6
#define HEIGHT 4
#define DEPTH 3
#define MANDATORY 11

static const char* const kShapes =
    "kernel void copy_1d(read_only image1d_t from, write_only image1d_t to) {\n"
    "  const int x = get_global_id(0);\n"
    "  write_imagei(to, get_image_width(to) - 1 - x, read_imagei(from, x));\n"
    "}\n"
    "kernel void copy_1d_array(read_only image1d_array_t from, write_only image1d_array_t to) {\n"
    "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  const int2 last = (int2)(get_image_width(to), get_image_array_size(to)) - 1;\n"
    "  write_imagei(to, last - at, read_imagei(from, at));\n"
    "}\n"
    "kernel void copy_2d(read_only image2d_t from, write_only image2d_t to) {\n"
    "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  write_imagei(to, get_image_dim(to) - 1 - at, read_imagei(from, at));\n"
    "}\n"
    "kernel void copy_2d_array(read_only image2d_array_t from, write_only image2d_array_t to) {\n"
    "  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n"
    "  const int4 last = (int4)(get_image_dim(to), get_image_array_size(to), 1) - 1;\n"
    "  write_imagei(to, last - at, read_imagei(from, at));\n"
    "}\n"
    "kernel void flatten(read_only image3d_t from, global int4* to) {\n"
    "  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n"
    "  const int4 size = get_image_dim(from);\n"
    "  const int left = size.x * size.y * get_image_depth(from) - 1 -\n"
    "                   (at.x + size.x * (at.y + get_image_height(from) * at.z));\n"
    "  to[left] = read_imagei(from, at);\n"
    "}\n"
    "kernel void of_buffer(read_only image1d_buffer_t from, global int4* to) {\n"
    "  const int x = get_global_id(0);\n"
    "  to[get_global_size(0) - 1 - x] = read_imagei(from, x);\n"
    "}\n";

typedef struct {
  const char* kernel;
  cl_mem_object_type type;
  size_t size[3];
} Shape;

static const Shape shapes[] = {
    {"copy_1d", CL_MEM_OBJECT_IMAGE1D, {WIDTH, 1, 1}},
    {"copy_1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {WIDTH, HEIGHT, 1}},
    {"copy_2d", CL_MEM_OBJECT_IMAGE2D, {WIDTH, HEIGHT, 1}},
    {"copy_2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {WIDTH, HEIGHT, DEPTH}},
    {"flatten", CL_MEM_OBJECT_IMAGE3D, {WIDTH, HEIGHT, DEPTH}},
    {"of_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, {WIDTH, 1, 1}},
};

static const size_t zero[3] = {0, 0, 0};

static cl_mem make_image(const Session* s, cl_mem_object_type type, const size_t* size,
                         cl_image_format format, const void* data) {
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = type;
  d.image_width = size[0];
  d.image_height = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : size[1];
  d.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
  d.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? size[1] : size[2];
  const cl_mem_flags flags = data == NULL ? 0 : CL_MEM_COPY_HOST_PTR;
  return MADE(clCreateImage(s->context, flags, &format, &d, (void*)data, &code));
}

static cl_mem make_image_of(const Session* s, cl_mem buffer, size_t width, cl_image_format format) {
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  d.image_width = width;
  d.buffer = buffer;
  return MADE(clCreateImage(s->context, 0, &format, &d, NULL, &code));
}

static void set_memory(cl_kernel kernel, cl_uint index, cl_mem memory) {
  OK(clSetKernelArg(kernel, index, sizeof memory, &memory));
}

static void run(const Session* s, cl_kernel kernel, const size_t* size) {
  OK(clEnqueueNDRangeKernel(s->queue, kernel, 3, NULL, size, NULL, 0, NULL, NULL));
  OK(clFinish(s->queue));
}

/// The texels come in the reverse order.
static void reverse(const Session* s, cl_program program, const Shape* shape) {
  enum { kMost = WIDTH * HEIGHT * DEPTH };
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  const size_t count = shape->size[0] * shape->size[1] * shape->size[2];
  cl_int in[kMost][4], out[kMost][4];
  for (int i = 0; i < kMost * 4; ++i) in[i / 4][i % 4] = (i - 7) * 1001;
  cl_mem buffer = make_buffer(s, sizeof out);
  write_buffer(s, buffer, sizeof out, in);
  cl_mem target = make_buffer(s, sizeof out);
  cl_mem from = shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                    ? make_image_of(s, buffer, count, format)
                    : make_image(s, shape->type, shape->size, format, in);
  const int to_buffer =
      shape->type == CL_MEM_OBJECT_IMAGE3D || shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  cl_mem to = to_buffer ? NULL : make_image(s, shape->type, shape->size, format, NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, shape->kernel, &code));
  set_memory(kernel, 0, from);
  set_memory(kernel, 1, to_buffer ? target : to);
  run(s, kernel, shape->size);
  if (to_buffer) {
    read_buffer(s, target, count * sizeof in[0], out);
  } else {
    OK(clEnqueueReadImage(s->queue, to, CL_TRUE, zero, shape->size, 0, 0, out, 0, NULL, NULL));
    OK(clReleaseMemObject(to));
  }
  for (size_t i = 0; i < count; ++i) CHECK(memcmp(in[count - 1 - i], out[i], sizeof in[0]) == 0);
  printf("%s: %d %d\n", shape->kernel, out[0][0], out[count - 1][3]);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(from));
  OK(clReleaseMemObject(target));
  OK(clReleaseMemObject(buffer));
}

static const char* const kFormats =
    "kernel void read_f(read_only image2d_t i, global float4* o, global int* info) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, (int2)(x, 0));\n"
    "  info[0] = get_image_channel_order(i);\n"
    "  info[1] = get_image_channel_data_type(i);\n"
    "}\n"
    "kernel void read_i(read_only image2d_t i, global int4* o, global int* info) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagei(i, (int2)(x, 0));\n"
    "}\n"
    "kernel void read_u(read_only image2d_t i, global uint4* o, global int* info) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imageui(i, (int2)(x, 0));\n"
    "}\n"
    "kernel void write_f(write_only image2d_t i, global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  write_imagef(i, (int2)(x, 0), o[x]);\n"
    "}\n"
    "kernel void write_i(write_only image2d_t i, global int4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  write_imagei(i, (int2)(x, 0), o[x]);\n"
    "}\n"
    "kernel void write_u(write_only image2d_t i, global uint4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  write_imageui(i, (int2)(x, 0), o[x]);\n"
    "}\n";

typedef struct {
  const char* name;
  cl_image_format format;
  size_t texel;
  char kind;  ///< f, i or u: which functions
  /// The bytes of a texel, and the colour that they are.
  cl_uchar bytes[16];
  double colour[4];
} Texel;

static const Texel texels[] = {
    {"rgba unorm8", {CL_RGBA, CL_UNORM_INT8}, 4, 'f', {0, 255, 51, 102}, {0, 1, 0.2, 0.4}},
    {"bgra unorm8", {CL_BGRA, CL_UNORM_INT8}, 4, 'f', {0, 255, 51, 102}, {0.2, 1, 0, 0.4}},
    {"rgba unorm16",
     {CL_RGBA, CL_UNORM_INT16},
     8,
     'f',
     {0, 0, 255, 255, 0x33, 0x33, 0x66, 0x66},
     {0, 1, 0.2, 0.4}},
    {"rgba half",
     {CL_RGBA, CL_HALF_FLOAT},
     8,
     'f',
     {0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0xff, 0x7b},
     {1, -2, 0x1p-24, 65504}},
    {"rgba float",
     {CL_RGBA, CL_FLOAT},
     16,
     'f',
     {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 0, 0, 0, 0},
     {1, -2, 0.5, 0}},
    {"rgba int8", {CL_RGBA, CL_SIGNED_INT8}, 4, 'i', {0, 127, 128, 255}, {0, 127, -128, -1}},
    {"rgba int16",
     {CL_RGBA, CL_SIGNED_INT16},
     8,
     'i',
     {1, 0, 255, 127, 0, 128, 255, 255},
     {1, 32767, -32768, -1}},
    {"rgba int32",
     {CL_RGBA, CL_SIGNED_INT32},
     16,
     'i',
     {1, 2, 3, 4, 0, 0, 0, 128, 255, 255, 255, 255},
     {0x04030201, -2147483648.0, -1, 0}},
    {"rgba uint8", {CL_RGBA, CL_UNSIGNED_INT8}, 4, 'u', {0, 127, 128, 255}, {0, 127, 128, 255}},
    {"rgba uint16",
     {CL_RGBA, CL_UNSIGNED_INT16},
     8,
     'u',
     {1, 0, 255, 127, 0, 128, 255, 255},
     {1, 32767, 32768, 65535}},
    {"rgba uint32",
     {CL_RGBA, CL_UNSIGNED_INT32},
     16,
     'u',
     {1, 2, 3, 4, 0, 0, 0, 128, 255, 255, 255, 255},
     {0x04030201, 2147483648.0, 4294967295.0, 0}},
    // The standard leaves the rest to the device: MANDATORY texels precede.
    {"rgba snorm8", {CL_RGBA, CL_SNORM_INT8}, 4, 'f', {0, 127, 129, 64}, {0, 1, -1, 64 / 127.0}},
    {"rgba snorm16",
     {CL_RGBA, CL_SNORM_INT16},
     8,
     'f',
     {0, 0, 255, 127, 1, 128, 0, 64},
     {0, 1, -1, 16384 / 32767.0}},
    {"r float", {CL_R, CL_FLOAT}, 4, 'f', {0, 0, 0x80, 0x3f}, {1, 0, 0, 1}},
    {"r uint8", {CL_R, CL_UNSIGNED_INT8}, 1, 'u', {200}, {200, 0, 0, 1}},
    {"rg unorm8", {CL_RG, CL_UNORM_INT8}, 2, 'f', {51, 102}, {0.2, 0.4, 0, 1}},
    {"rg int32", {CL_RG, CL_SIGNED_INT32}, 8, 'i', {1, 0, 0, 0, 255, 255, 255, 255}, {1, -1, 0, 1}},
    {"ra unorm8", {CL_RA, CL_UNORM_INT8}, 2, 'f', {51, 102}, {0.2, 0, 0, 0.4}},
    {"a half", {CL_A, CL_HALF_FLOAT}, 2, 'f', {0x00, 0x3c}, {0, 0, 0, 1}},
    {"argb uint8", {CL_ARGB, CL_UNSIGNED_INT8}, 4, 'u', {1, 2, 3, 4}, {2, 3, 4, 1}},
    {"intensity unorm8", {CL_INTENSITY, CL_UNORM_INT8}, 1, 'f', {51}, {0.2, 0.2, 0.2, 0.2}},
    {"luminance unorm8", {CL_LUMINANCE, CL_UNORM_INT8}, 1, 'f', {51}, {0.2, 0.2, 0.2, 1}},
};

static double component(const void* colours, char kind, size_t i) {
  if (kind == 'f') return ((const cl_float*)colours)[i];
  if (kind == 'i') return ((const cl_int*)colours)[i];
  return ((const cl_uint*)colours)[i];
}

/// The second of three texels is read, and written.
static void run_format(const Session* s, cl_program program, const Texel* t) {
  const size_t size[3] = {3, 1, 1};
  cl_uchar bytes[48] = {0};
  memcpy(bytes + t->texel, t->bytes, t->texel);
  cl_mem image = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, t->format, bytes);
  cl_mem colours = make_buffer(s, 48);
  cl_mem info = make_buffer(s, 8);
  char name[8] = "read_";
  name[5] = t->kind;
  cl_kernel kernel = MADE(clCreateKernel(program, name, &code));
  set_memory(kernel, 0, image);
  set_memory(kernel, 1, colours);
  set_memory(kernel, 2, info);
  run(s, kernel, size);
  cl_uint read[12];
  read_buffer(s, colours, sizeof read, read);
  for (size_t i = 0; i < 4; ++i) {
    const double got = component(read + 4, t->kind, i);
    const double error = got - t->colour[i], bound = 1e-7 * t->colour[i];
    CHECK(error * error <= bound * bound);
    const double corner = component(read, t->kind, i);
    const int opaque =
        i == 3 && t->texel < 16 && t->colour[3] == 1 &&
        (t->format.image_channel_order == CL_R || t->format.image_channel_order == CL_RG ||
         t->format.image_channel_order == CL_LUMINANCE);
    CHECK(corner == opaque);
  }
  cl_int told[2] = {0, 0};
  read_buffer(s, info, sizeof told, told);
  if (t->kind == 'f') {
    EQUAL(t->format.image_channel_order, told[0]);
    EQUAL(t->format.image_channel_data_type, told[1]);
  }
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(image));
  // Back, into an image that is empty.
  name[0] = 'w';
  memmove(name + 6, name + 5, 2);
  memcpy(name, "write_", 6);
  kernel = MADE(clCreateKernel(program, name, &code));
  image = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, t->format, NULL);
  set_memory(kernel, 0, image);
  set_memory(kernel, 1, colours);
  run(s, kernel, size);
  cl_uchar written[48] = {0};
  OK(clEnqueueReadImage(s->queue, image, CL_TRUE, zero, size, 0, 0, written, 0, NULL, NULL));
  CHECK(memcmp(bytes, written, 3 * t->texel) == 0);
  OK(clReleaseKernel(kernel));
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(info));
  OK(clReleaseMemObject(colours));
}

static const char* const kArguments =
    "typedef image3d_t Solid;\n"
    "constant sampler_t wrapped =\n"
    "    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;\n"
    "float4 look(read_only image2d_t i, sampler_t s, float2 at) { return read_imagef(i, s, at); }\n"
    "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t given,\n"
    "              image1d_array_t plain, global float4* all) {\n"
    "  const sampler_t own = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | "
    "CLK_FILTER_NEAREST;\n"
    "  all[0] = look(in, wrapped, (float2)(1.25f, -0.75f));\n"
    "  all[1] = look(in, own, (float2)(-0.5f, 1.0f));\n"
    "  all[2] = look(in, given, (float2)(1.0f, 1.0f));\n"
    "  write_imagef(out, (int2)(1, 1), all[0]);\n"
    "}\n";

/// Samplers that a program declares, and what is told of the arguments.
static void pass_arguments(const Session* s, const char* options) {
  cl_program program = build_program(s, kArguments, options);
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  const struct {
    const char* type;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_address_qualifier address;
  } wanted[] = {{"image2d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ADDRESS_GLOBAL},
                {"image2d_t", CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_KERNEL_ARG_ADDRESS_GLOBAL},
                {"sampler_t", CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_ADDRESS_PRIVATE},
                {"image1d_array_t", CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ADDRESS_GLOBAL},
                {"float4*", CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_ADDRESS_GLOBAL}};
  for (cl_uint i = 0; i < COUNT(wanted); ++i) {
    char text[64];
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_address_qualifier address = 0;
    QUERY_TEXT(text, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_TYPE_NAME);
    SAME_TEXT(wanted[i].type, text);
    QUERY(access, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER);
    EQUAL(wanted[i].access, access);
    QUERY(address, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    EQUAL(wanted[i].address, address);
  }
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  const size_t size[3] = {2, 2, 1};
  cl_float data[16], out[16];
  for (int i = 0; i < 16; ++i) data[i] = (cl_float)(i + 1);
  cl_mem in = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, format, data);
  cl_mem result = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, format, data);
  cl_mem plain = make_image(s, CL_MEM_OBJECT_IMAGE1D_ARRAY, size, format, data);
  cl_mem all = make_buffer(s, 48);
  cl_sampler given = MADE(
      clCreateSampler(s->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &code));
  set_memory(kernel, 0, in);
  set_memory(kernel, 1, result);
  OK(clSetKernelArg(kernel, 2, sizeof given, &given));
  set_memory(kernel, 3, plain);
  set_memory(kernel, 4, all);
  OK(clReleaseSampler(given));  // the argument stays
  run_kernel(s, kernel, 1, 1);
  read_buffer(s, all, 48, out);
  for (int i = 0; i < 12; ++i) printf("%s%g", i == 0 ? "samplers: " : " ", out[i]);
  for (int i = 0; i < 4; ++i) EQUAL(data[i], out[i]);
  for (int i = 4; i < 8; ++i) EQUAL(0, out[i]);
  for (int i = 8; i < 12; ++i) CHECK(out[i] == (float)(i - 8) + 7.0f);
  OK(clEnqueueReadImage(s->queue, result, CL_TRUE, zero, size, 0, 0, out, 0, NULL, NULL));
  memcpy(data + 12, data, 16);
  CHECK(memcmp(data, out, sizeof out) == 0);
  printf("\n");
  const cl_mem objects[] = {in, result, plain, all};
  for (size_t i = 0; i < COUNT(objects); ++i) OK(clReleaseMemObject(objects[i]));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

/// A function that reads an image is in another unit than the kernel.
static void link_units(const Session* s) {
  const char* sources[] = {
      "float4 look(read_only image2d_t i, sampler_t s, int2 at) { return read_imagef(i, s, at); "
      "}\n",
      "float4 look(read_only image2d_t i, sampler_t s, int2 at);\n"
      "constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
      "kernel void k(read_only image2d_t i, global float4* o) { o[0] = look(i, edge, (int2)(9)); "
      "}\n"};
  cl_program units[2];
  for (int u = 0; u < 2; ++u) {
    units[u] = MADE(clCreateProgramWithSource(s->context, 1, &sources[u], NULL, &code));
    OK(clCompileProgram(units[u], 1, &s->device, NULL, 0, NULL, NULL, NULL, NULL));
  }
  cl_program program =
      MADE(clLinkProgram(s->context, 1, &s->device, NULL, 2, units, NULL, NULL, &code));
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const size_t size[3] = {2, 2, 1};
  const cl_uchar data[16] = {[12] = 255, 0, 255, 0};
  cl_mem image = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, format, data);
  cl_mem out = make_buffer(s, 16);
  set_memory(kernel, 0, image);
  set_memory(kernel, 1, out);
  run_kernel(s, kernel, 1, 1);
  cl_float colour[4];
  read_buffer(s, out, sizeof colour, colour);
  printf("linked: %g %g %g %g\n", colour[0], colour[1], colour[2], colour[3]);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(out));
  OK(clReleaseKernel(kernel));
  const cl_program programs[] = {units[0], units[1], program};
  for (size_t i = 0; i < COUNT(programs); ++i) OK(clReleaseProgram(programs[i]));
}

static const char* const kOutside =
    "kernel void lines(write_only image1d_array_t to) {\n"
    "  const int last = get_image_array_size(to);\n"
    "  write_imagei(to, (int2)(0, last), (int4)(1));\n"
    "  write_imagei(to, (int2)(0, -1), (int4)(1));\n"
    "  write_imagei(to, (int2)(get_image_width(to), 0), (int4)(1));\n"
    "}\n"
    "kernel void planes(write_only image2d_array_t to) {\n"
    "  const int last = get_image_array_size(to);\n"
    "  write_imagei(to, (int4)(0, 0, last, 0), (int4)(1));\n"
    "  write_imagei(to, (int4)(0, 0, -1, 0), (int4)(1));\n"
    "  write_imagei(to, (int4)(0, get_image_height(to), 0, 0), (int4)(1));\n"
    "}\n";

/// The standard leaves it open; here, nothing is written.
static void write_outside(const Session* s) {
  enum { kMost = WIDTH * HEIGHT * DEPTH };
  static cl_int in[kMost][4], out[kMost][4];
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  const Shape arrays[] = {{"lines", CL_MEM_OBJECT_IMAGE1D_ARRAY, {WIDTH, HEIGHT, 1}},
                          {"planes", CL_MEM_OBJECT_IMAGE2D_ARRAY, {WIDTH, HEIGHT, DEPTH}}};
  const size_t one[3] = {1, 1, 1};
  cl_program program = build_program(s, kOutside, NULL);
  for (size_t i = 0; i < COUNT(arrays); ++i) {
    const size_t* size = arrays[i].size;
    memset(out, 1, sizeof out);
    cl_mem image = make_image(s, arrays[i].type, size, format, in);
    cl_kernel kernel = MADE(clCreateKernel(program, arrays[i].kernel, &code));
    set_memory(kernel, 0, image);
    run(s, kernel, one);
    OK(clEnqueueReadImage(s->queue, image, CL_TRUE, zero, size, 0, 0, out, 0, NULL, NULL));
    CHECK(memcmp(in, out, size[0] * size[1] * size[2] * sizeof in[0]) == 0);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(image));
  }
  OK(clReleaseProgram(program));
}

/// cl_khr_fp16, which PoCL 3.1 does not have.
static void use_halves(const Session* s) {
  cl_kernel kernel =
      build_kernel(s,
                   "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                   "kernel void k(read_only image2d_t i, write_only image2d_t o) {\n"
                   "  const sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE;\n"
                   "  const half4 twice = read_imageh(i, edge, (float2)(1.5f, 9.0f)) +\n"
                   "                      read_imageh(i, (int2)(1, 0));\n"
                   "  write_imageh(o, (int2)(0, 0), twice);\n"
                   "}\n",
                   "k");
  const cl_image_format format = {CL_RGBA, CL_HALF_FLOAT};
  const size_t size[3] = {2, 1, 1};
  const cl_ushort in[8] = {0, 0, 0, 0, 0x3c00, 0xc000, 0x0001, 0x7800};
  const cl_ushort wanted[4] = {0x4000, 0xc400, 0x0002, 0x7c00};
  cl_ushort out[8];
  cl_mem from = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, format, in);
  cl_mem to = make_image(s, CL_MEM_OBJECT_IMAGE2D, size, format, in);
  set_memory(kernel, 0, from);
  set_memory(kernel, 1, to);
  run_kernel(s, kernel, 1, 1);
  OK(clEnqueueReadImage(s->queue, to, CL_TRUE, zero, size, 0, 0, out, 0, NULL, NULL));
  CHECK(memcmp(wanted, out, sizeof wanted) == 0);
  OK(clReleaseMemObject(from));
  OK(clReleaseMemObject(to));
  OK(clReleaseKernel(kernel));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kShapes, NULL);
  for (size_t i = 0; i < COUNT(shapes); ++i) reverse(&s, program, &shapes[i]);
  OK(clReleaseProgram(program));
  program = build_program(&s, kFormats, NULL);
  for (size_t i = 0; i < COUNT(texels); ++i) {
    // PoCL 3.1 gives R and A images another alpha.
    if (!on_pocl || i < MANDATORY) run_format(&s, program, &texels[i]);
  }
  OK(clReleaseProgram(program));
  if (!on_pocl) write_outside(&s);
  if (!on_pocl) use_halves(&s);
  pass_arguments(&s, "-cl-kernel-arg-info");
  pass_arguments(&s, "-cl-kernel-arg-info -cl-opt-disable");
  link_units(&s);
  return close_session(&s);
}
