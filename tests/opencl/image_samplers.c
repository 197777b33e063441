// SPDX-License-Identifier: Apache-2.0
// All addressing modes and filters, with and without normalised coordinates, in images of one, two
// and three dimensions and in arrays, against the formulas of OpenCL 1.2 clause 8.2 in C.
#include "opencl_test.h"

#define POINTS 64

static const char* const kSource =
    "kernel void f1(read_only image1d_t i, sampler_t s, global const float4* at,\n"
    "               global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, s, at[x].x);\n"
    "}\n"
    "kernel void f2(read_only image2d_t i, sampler_t s, global const float4* at,\n"
    "               global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, s, at[x].xy);\n"
    "}\n"
    "kernel void f3(read_only image3d_t i, sampler_t s, global const float4* at,\n"
    "               global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, s, at[x]);\n"
    "}\n"
    "kernel void a1(read_only image1d_array_t i, sampler_t s, global const float4* at,\n"
    "               global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, s, at[x].xz);\n"
    "}\n"
    "kernel void a2(read_only image2d_array_t i, sampler_t s, global const float4* at,\n"
    "               global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = read_imagef(i, s, at[x]);\n"
    "}\n"
    "kernel void whole(read_only image2d_t i, sampler_t s, global const float4* at,\n"
    "                  global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = convert_float4(read_imagei(i, s, convert_int2_rtn(at[x].xy)));\n"
    "}\n"
    "kernel void near(read_only image2d_t i, sampler_t s, global const float4* at,\n"
    "                 global float4* o) {\n"
    "  const int x = get_global_id(0);\n"
    "  o[x] = convert_float4(read_imageui(i, s, at[x].xy));\n"
    "}\n";

typedef struct {
  const char* kernel;
  cl_mem_object_type type;
  int dimensions, layered;
  int size[3];  ///< texels, the third one also layers
  cl_channel_type channels;
} Image;

static const Image images[] = {
    {"f1", CL_MEM_OBJECT_IMAGE1D, 1, 0, {8, 1, 1}, CL_FLOAT},
    {"f2", CL_MEM_OBJECT_IMAGE2D, 2, 0, {8, 4, 1}, CL_FLOAT},
    {"f3", CL_MEM_OBJECT_IMAGE3D, 3, 0, {4, 4, 2}, CL_FLOAT},
    {"a1", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 1, {8, 1, 3}, CL_FLOAT},
    {"a2", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, 1, {4, 4, 3}, CL_FLOAT},
    {"whole", CL_MEM_OBJECT_IMAGE2D, 2, 0, {8, 4, 1}, CL_SIGNED_INT32},
    {"near", CL_MEM_OBJECT_IMAGE2D, 2, 0, {8, 4, 1}, CL_UNSIGNED_INT32},
};

typedef struct {
  const char* name;
  cl_addressing_mode addressing;
  cl_bool normalized;
} Mode;

static const Mode modes[] = {
    {"none", CL_ADDRESS_NONE, CL_FALSE},
    {"edge", CL_ADDRESS_CLAMP_TO_EDGE, CL_FALSE},
    {"clamp", CL_ADDRESS_CLAMP, CL_FALSE},
    {"edge, normalised", CL_ADDRESS_CLAMP_TO_EDGE, CL_TRUE},
    {"clamp, normalised", CL_ADDRESS_CLAMP, CL_TRUE},
    {"repeat", CL_ADDRESS_REPEAT, CL_TRUE},
    {"mirrored", CL_ADDRESS_MIRRORED_REPEAT, CL_TRUE},
};

static float model_data[8 * 4 * 4][4];

static float floor_of(float v) {
  const float whole = (float)(int)v;
  return whole > v ? whole - 1 : whole;
}
/// To the nearest integer, ties to even.
static float nearest_of(float v) {
  const float low = floor_of(v);
  const float part = v - low;
  const int odd = (int)low & 1;
  return part > 0.5f || (part == 0.5f && odd) ? low + 1 : low;
}
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/// The two texels along one dimension; -1 and `size` are the border.
static void locate(float s, int size, const Mode* m, int linear, int* low, int* high, float* part) {
  float u = m->normalized ? s * (float)size : s;
  if (u > (float)size + 2) u = (float)size + 2;
  if (u < -2) u = -2;
  if (m->addressing == CL_ADDRESS_REPEAT) u = (s - floor_of(s)) * (float)size;
  if (m->addressing == CL_ADDRESS_MIRRORED_REPEAT) {
    const float distance = s - 2.0f * nearest_of(0.5f * s);
    u = (distance < 0 ? -distance : distance) * (float)size;
  }
  if (linear) u -= 0.5f;
  *low = (int)floor_of(u);
  *high = *low + 1;
  *part = linear ? u - floor_of(u) : 0.0f;
  if (m->addressing == CL_ADDRESS_REPEAT) {
    if (*low < 0) *low += size;
    if (*low > size - 1) *low -= size;
    if (*high > size - 1) *high -= size;
  } else {
    const int border = m->addressing == CL_ADDRESS_CLAMP;
    *low = most(-border, least(*low, size - 1 + border));
    *high = most(-border, least(*high, size - 1 + border));
  }
}

static float texel(const Image* i, const int* at, int c) {
  for (int d = 0; d < i->dimensions; ++d) {
    if (at[d] < 0 || at[d] >= i->size[d]) return 0;
  }
  return model_data[(at[2] * i->size[1] + at[1]) * i->size[0] + at[0]][c];
}

static void sample(const Image* i, const Mode* m, int linear, const float* at, float* colour) {
  int low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  float part[3] = {0, 0, 0};
  for (int d = 0; d < i->dimensions; ++d) {
    locate(at[d], i->size[d], m, linear, &low[d], &high[d], &part[d]);
  }
  if (i->layered) low[2] = high[2] = most(0, least((int)nearest_of(at[2]), i->size[2] - 1));
  for (int c = 0; c < 4; ++c) {
    float sum = 0;
    for (int corner = 0; corner < (linear ? 1 << i->dimensions : 1); ++corner) {
      int where[3] = {0, 0, low[2]};
      float weight = 1;
      for (int d = 0; d < i->dimensions; ++d) {
        where[d] = corner >> d & 1 ? high[d] : low[d];
        weight *= corner >> d & 1 ? part[d] : 1 - part[d];
      }
      sum += weight * texel(i, where, c);
    }
    colour[c] = sum;
  }
}

/// Coordinates at which all results are exact: multiples of a quarter of a texel.
static void coordinates(const Image* i, const Mode* m, float (*at)[4]) {
  unsigned state = 12345;
  for (int p = 0; p < POINTS; ++p) {
    for (int d = 0; d < 3; ++d) {
      state = state * 1664525u + 1013904223u;
      const int steps = 4 * i->size[d];
      const int inside = m->addressing == CL_ADDRESS_NONE;
      // Points without address mode stay where even a filter finds only texels of the image.
      const int step = inside ? (i->size[d] > 1 ? 2 + (int)(state >> 16) % (steps - 3) : 2)
                              : (int)(state >> 16) % (4 * steps) - 2 * steps;
      at[p][d] = (float)step / 4.0f;
      if (m->normalized) at[p][d] /= (float)i->size[d];
    }
    if (i->layered) at[p][2] = (float)((int)(state >> 20) % 12 - 4) / 2.0f;
    at[p][3] = 0;
  }
}

static cl_mem make_image(const Session* s, const Image* i) {
  const int all = i->size[0] * i->size[1] * i->size[2];
  cl_int numbers[8 * 4 * 4][4];
  for (int t = 0; t < all; ++t) {
    for (int c = 0; c < 4; ++c) {
      numbers[t][c] = (t * 7 + c * 5) % 61 + (c == 3 ? 1 : 0);
      model_data[t][c] = (float)numbers[t][c];
    }
  }
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = i->type;
  d.image_width = (size_t)i->size[0];
  d.image_height = i->dimensions > 1 ? (size_t)i->size[1] : 0;
  d.image_depth = i->type == CL_MEM_OBJECT_IMAGE3D ? (size_t)i->size[2] : 0;
  d.image_array_size = i->layered ? (size_t)i->size[2] : 0;
  const cl_image_format format = {CL_RGBA, i->channels};
  void* data = i->channels == CL_FLOAT ? (void*)model_data : (void*)numbers;
  return MADE(clCreateImage(s->context, CL_MEM_COPY_HOST_PTR, &format, &d, data, &code));
}

/// How many channels are not those of the model; adds up all.
static int wrong_channels(const Session* s, cl_kernel kernel, const Image* i, const Mode* m,
                          int linear, float (*at)[4], float* sum) {
  static float out[POINTS][4];
  cl_mem points = make_buffer(s, sizeof out);
  cl_mem colours = make_buffer(s, sizeof out);
  write_buffer(s, points, sizeof out, at);
  cl_sampler sampler = MADE(clCreateSampler(s->context, m->normalized, m->addressing,
                                            linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &code));
  OK(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
  OK(clSetKernelArg(kernel, 2, sizeof points, &points));
  OK(clSetKernelArg(kernel, 3, sizeof colours, &colours));
  run_kernel(s, kernel, POINTS, 0);
  read_buffer(s, colours, sizeof out, out);
  int wrong = 0;
  for (int p = 0; p < POINTS; ++p) {
    float wanted[4];
    sample(i, m, linear, at[p], wanted);
    for (int c = 0; c < 4; ++c) {
      wrong += wanted[c] != out[p][c];
      *sum += out[p][c];
    }
  }
  OK(clReleaseSampler(sampler));
  OK(clReleaseMemObject(points));
  OK(clReleaseMemObject(colours));
  return wrong;
}

/// Coordinates as far out as floats go, where there are edges. On this device only: others make
/// integers of them first.
static void run_far(const Session* s, cl_kernel kernel, const Image* i, const Mode* m, int linear) {
  static const float far[4] = {3e9f, -3e9f, 3.4028235e38f, -3.4028235e38f};
  static float at[POINTS][4];
  const int edges = m->addressing == CL_ADDRESS_CLAMP || m->addressing == CL_ADDRESS_CLAMP_TO_EDGE;
  if (!edges || on_pocl) return;
  coordinates(i, m, at);
  for (int p = 0; p < POINTS; ++p) at[p][p % i->dimensions] = far[p % 4];
  float sum = 0;
  EQUAL(0, wrong_channels(s, kernel, i, m, linear, at, &sum));
}

static void run_mode(const Session* s, cl_kernel kernel, const Image* i, const Mode* m,
                     int linear) {
  static float at[POINTS][4];
  coordinates(i, m, at);
  float sum = 0;
  EQUAL(0, wrong_channels(s, kernel, i, m, linear, at, &sum));
  if (!i->layered)
    printf("%s, %s, %s: %g\n", i->kernel, m->name, linear ? "linear" : "nearest", sum);
  run_far(s, kernel, i, m, linear);
}

static void run_image(const Session* s, cl_program program, const Image* i) {
  cl_kernel kernel = MADE(clCreateKernel(program, i->kernel, &code));
  cl_mem image = make_image(s, i);
  OK(clSetKernelArg(kernel, 0, sizeof image, &image));
  const int whole = i->channels == CL_SIGNED_INT32;
  for (size_t m = 0; m < COUNT(modes); ++m) {
    // Integer coordinates are texels, and integers are not filtered.
    if (whole && modes[m].normalized) continue;
    run_mode(s, kernel, i, &modes[m], 0);
    if (i->channels == CL_FLOAT) run_mode(s, kernel, i, &modes[m], 1);
  }
  OK(clReleaseMemObject(image));
  OK(clReleaseKernel(kernel));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, NULL);
  for (size_t i = 0; i < COUNT(images); ++i) {
    // PoCL 3.1 does not bring layers into range.
    if (!on_pocl || !images[i].layered) run_image(&s, program, &images[i]);
  }
  OK(clReleaseProgram(program));
  return close_session(&s);
}
