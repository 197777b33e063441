// SPDX-License-Identifier: Apache-2.0
// Images of every type as the host sees them: created with and without memory of the application's,
// read, written, copied, filled and mapped, against a plain model.
#include "opencl_test.h"

#define MOST 8192

typedef struct {
  const char* name;
  cl_mem_object_type type;
  cl_image_format format;
  size_t texel;
  /// Texels, in the order of origins and regions.
  size_t size[3];
  /// A part of it, and where it goes.
  size_t from[3], to[3], region[3];
} Case;

static const Case cases[] = {
    {"1D",
     CL_MEM_OBJECT_IMAGE1D,
     {CL_RGBA, CL_UNORM_INT8},
     4,
     {19, 1, 1},
     {3, 0, 0},
     {11, 0, 0},
     {8, 1, 1}},
    {"1D array",
     CL_MEM_OBJECT_IMAGE1D_ARRAY,
     {CL_RGBA, CL_SIGNED_INT16},
     8,
     {7, 5, 1},
     {1, 0, 0},
     {3, 2, 0},
     {4, 2, 1}},
    {"2D",
     CL_MEM_OBJECT_IMAGE2D,
     {CL_RGBA, CL_FLOAT},
     16,
     {13, 6, 1},
     {2, 1, 0},
     {9, 3, 0},
     {4, 2, 1}},
    {"2D array",
     CL_MEM_OBJECT_IMAGE2D_ARRAY,
     {CL_RGBA, CL_UNSIGNED_INT32},
     16,
     {6, 4, 3},
     {0, 1, 0},
     {2, 0, 2},
     {4, 3, 1}},
    {"3D",
     CL_MEM_OBJECT_IMAGE3D,
     {CL_BGRA, CL_UNORM_INT8},
     4,
     {9, 5, 4},
     {1, 2, 0},
     {5, 0, 2},
     {4, 3, 2}},
};

static unsigned char host[MOST], out[MOST], model[MOST];

static size_t bytes_of(const Case* c) { return c->size[0] * c->size[1] * c->size[2] * c->texel; }

/// A dense box in an image of these sizes.
static unsigned char* texel(unsigned char* data, const size_t* size, const size_t* origin,
                            size_t bytes, size_t x, size_t y, size_t z) {
  const size_t row = (origin[2] + z) * size[1] + origin[1] + y;
  return data + (row * size[0] + origin[0] + x) * bytes;
}

static unsigned hash(const unsigned char* bytes, size_t count) {
  unsigned sum = 0;
  for (size_t i = 0; i < count; ++i) sum = sum * 31 + bytes[i];
  return sum;
}

static cl_image_desc description_of(const Case* c) {
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = c->type;
  d.image_width = c->size[0];
  d.image_height = c->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : c->size[1];
  d.image_depth = c->type == CL_MEM_OBJECT_IMAGE3D ? c->size[2] : 0;
  if (c->type == CL_MEM_OBJECT_IMAGE1D_ARRAY) d.image_array_size = c->size[1];
  if (c->type == CL_MEM_OBJECT_IMAGE2D_ARRAY) d.image_array_size = c->size[2];
  return d;
}

static const size_t zero[3] = {0, 0, 0};

static void read_all(const Session* s, const Case* c, cl_mem image, void* data) {
  OK(clEnqueueReadImage(s->queue, image, CL_TRUE, zero, c->size, 0, 0, data, 0, NULL, NULL));
}

/// Each texel of the box in `to` becomes the one of the box in `from`.
static void move(const Case* c, unsigned char* to, const size_t* to_size, const size_t* to_origin,
                 unsigned char* from, const size_t* from_size, const size_t* from_origin) {
  for (size_t z = 0; z < c->region[2]; ++z) {
    for (size_t y = 0; y < c->region[1]; ++y) {
      for (size_t x = 0; x < c->region[0]; ++x) {
        memcpy(texel(to, to_size, to_origin, c->texel, x, y, z),
               texel(from, from_size, from_origin, c->texel, x, y, z), c->texel);
      }
    }
  }
}

static void check_all(const Session* s, const Case* c, cl_mem image) {
  read_all(s, c, image, out);
  CHECK(memcmp(model, out, bytes_of(c)) == 0);
}

static void fill_host(const Case* c) {
  for (size_t i = 0; i < bytes_of(c); ++i) host[i] = (unsigned char)(i * 37 + i / 256);
  memcpy(model, host, bytes_of(c));
}

static void query(const Case* c, cl_mem image) {
  cl_image_format format;
  size_t size = 0;
  cl_mem_object_type type = 0;
  cl_mem buffer = image;
  cl_uint number = 99;
  QUERY(format, clGetImageInfo, image, CL_IMAGE_FORMAT);
  EQUAL(c->format.image_channel_order, format.image_channel_order);
  EQUAL(c->format.image_channel_data_type, format.image_channel_data_type);
  const cl_image_desc d = description_of(c);
  const struct {
    cl_image_info name;
    size_t wanted;
  } sizes[] = {{CL_IMAGE_ELEMENT_SIZE, c->texel},
               {CL_IMAGE_WIDTH, d.image_width},
               {CL_IMAGE_DEPTH, d.image_depth},
               {CL_IMAGE_ARRAY_SIZE, d.image_array_size},
               {CL_IMAGE_ROW_PITCH, c->size[0] * c->texel}};
  for (size_t i = 0; i < COUNT(sizes); ++i) {
    QUERY(size, clGetImageInfo, image, sizes[i].name);
    EQUAL(sizes[i].wanted, size);
  }
  QUERY(size, clGetImageInfo, image, CL_IMAGE_HEIGHT);
  pocl_differs("5.3.7: 0 for what has no height");
  EQUAL(c->type == CL_MEM_OBJECT_IMAGE1D ? 0 : d.image_height, size);
  QUERY(buffer, clGetImageInfo, image, CL_IMAGE_BUFFER);
  CHECK(buffer == NULL);
  QUERY(number, clGetImageInfo, image, CL_IMAGE_NUM_MIP_LEVELS);
  EQUAL(0, number);
  QUERY(type, clGetMemObjectInfo, image, CL_MEM_TYPE);
  EQUAL(c->type, type);
  QUERY(size, clGetMemObjectInfo, image, CL_MEM_SIZE);
  EQUAL(bytes_of(c), size);
}

/// A part is read with pitches, and another one is written.
static void read_and_write(const Session* s, const Case* c, cl_mem image) {
  const size_t wide[3] = {c->region[0] + 3, c->region[1] + 2, c->region[2]};
  const int planes = c->type == CL_MEM_OBJECT_IMAGE2D_ARRAY || c->type == CL_MEM_OBJECT_IMAGE3D;
  const int lines = c->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const size_t row = wide[0] * c->texel;
  const size_t slice = planes ? row * wide[1] : lines ? row : 0;
  static unsigned char part[MOST], wanted[MOST];
  memset(part, 0xEE, sizeof part);
  memset(wanted, 0xEE, sizeof wanted);
  move(c, wanted, wide, zero, host, c->size, c->from);
  OK(clEnqueueReadImage(s->queue, image, CL_TRUE, c->from, c->region, row, slice, part, 0, NULL,
                        NULL));
  CHECK(memcmp(wanted, part, sizeof part) == 0);
  for (size_t i = 0; i < sizeof part; ++i) part[i] = (unsigned char)(i * 11 + 5);
  OK(clEnqueueWriteImage(s->queue, image, CL_FALSE, c->to, c->region, row, slice, part, 0, NULL,
                         NULL));
  move(c, model, c->size, c->to, part, wide, zero);
  check_all(s, c, image);
}

static void copy(const Session* s, const Case* c, cl_mem image) {
  OK(clEnqueueCopyImage(s->queue, image, image, c->from, c->to, c->region, 0, NULL, NULL));
  move(c, model, c->size, c->to, model, c->size, c->from);
  check_all(s, c, image);
  // To a buffer and back to another place.
  const size_t bytes = c->region[0] * c->region[1] * c->region[2] * c->texel;
  cl_mem buffer = make_buffer(s, bytes + 32);
  static unsigned char part[MOST];
  OK(clEnqueueCopyImageToBuffer(s->queue, image, buffer, c->to, c->region, 32, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(s->queue, buffer, CL_TRUE, 32, bytes, part, 0, NULL, NULL));
  static unsigned char wanted[MOST];
  move(c, wanted, c->region, zero, model, c->size, c->to);
  CHECK(memcmp(wanted, part, bytes) == 0);
  for (size_t i = 0; i < bytes; ++i) part[i] = (unsigned char)(i * 7 + 1);
  OK(clEnqueueWriteBuffer(s->queue, buffer, CL_TRUE, 32, bytes, part, 0, NULL, NULL));
  OK(clEnqueueCopyBufferToImage(s->queue, buffer, image, 32, c->from, c->region, 0, NULL, NULL));
  move(c, model, c->size, c->from, part, c->region, zero);
  check_all(s, c, image);
  OK(clReleaseMemObject(buffer));
}

static void fill(const Session* s, const Case* c, cl_mem image) {
  const cl_float colour[4] = {1.0f, 0.0f, 1.0f, 0.0f};
  const cl_int numbers[4] = {1, 2, 3, 4};
  const int whole = c->format.image_channel_data_type == CL_SIGNED_INT16 ||
                    c->format.image_channel_data_type == CL_UNSIGNED_INT32;
  OK(clEnqueueFillImage(s->queue, image, whole ? (const void*)numbers : (const void*)colour, c->to,
                        c->region, 0, NULL, NULL));
  static unsigned char one[16], part[MOST];
  const cl_short shorts[4] = {1, 2, 3, 4};
  const unsigned char bytes[4] = {255, 0, 255, 0};
  memcpy(one, c->texel == 4 ? (const void*)bytes : (const void*)shorts, c->texel == 4 ? 4 : 8);
  if (c->texel == 16) memcpy(one, whole ? (const void*)numbers : (const void*)colour, 16);
  for (size_t i = 0; i < sizeof part; ++i) part[i] = one[i % c->texel];
  move(c, model, c->size, c->to, part, c->region, zero);
  check_all(s, c, image);
}

static void map(const Session* s, const Case* c, cl_mem image) {
  size_t row = 0, slice = 99;
  unsigned char* p =
      MADE(clEnqueueMapImage(s->queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, c->from,
                             c->region, &row, &slice, 0, NULL, NULL, &code));
  CHECK(row >= c->region[0] * c->texel);
  for (size_t z = 0; z < c->region[2]; ++z) {
    for (size_t y = 0; y < c->region[1]; ++y) {
      const size_t step = c->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
      unsigned char* line = p + z * slice + y * step;
      unsigned char* wanted = texel(model, c->size, c->from, c->texel, 0, y, z);
      CHECK(memcmp(wanted, line, c->region[0] * c->texel) == 0);
      line[0] ^= 0xFF;
      wanted[0] ^= 0xFF;
    }
  }
  OK(clEnqueueUnmapMemObject(s->queue, image, p, 0, NULL, NULL));
  check_all(s, c, image);
}

static void run_case(const Session* s, const Case* c) {
  const cl_image_desc d = description_of(c);
  fill_host(c);
  cl_mem image = MADE(clCreateImage(s->context, CL_MEM_COPY_HOST_PTR, &c->format, &d, host, &code));
  query(c, image);
  check_all(s, c, image);
  read_and_write(s, c, image);
  copy(s, c, image);
  fill(s, c, image);
  map(s, c, image);
  printf("%s: %08x\n", c->name, hash(out, bytes_of(c)));
  OK(clReleaseMemObject(image));
}

/// With pitches of the application's, in the application's memory.
static void use_host_memory(const Session* s) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  enum { kWidth = 5, kHeight = 3, kDepth = 2, kRow = 32, kSlice = 128 };
  static unsigned char memory[kSlice * kDepth] __attribute__((aligned(128)));
  for (size_t i = 0; i < sizeof memory; ++i) memory[i] = (unsigned char)(i * 3);
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = CL_MEM_OBJECT_IMAGE3D;
  d.image_width = kWidth, d.image_height = kHeight, d.image_depth = kDepth;
  d.image_row_pitch = kRow, d.image_slice_pitch = kSlice;
  cl_mem image = MADE(clCreateImage(s->context, CL_MEM_USE_HOST_PTR, &format, &d, memory, &code));
  size_t pitch = 0;
  QUERY(pitch, clGetImageInfo, image, CL_IMAGE_ROW_PITCH);
  EQUAL(kRow, pitch);
  QUERY(pitch, clGetImageInfo, image, CL_IMAGE_SLICE_PITCH);
  EQUAL(kSlice, pitch);
  const size_t origin[3] = {1, 1, 1}, region[3] = {3, 2, 1};
  const cl_uint colour[4] = {1, 2, 300, 4};
  OK(clEnqueueFillImage(s->queue, image, colour, origin, region, 0, NULL, NULL));
  size_t row = 0, slice = 0;
  const size_t all[3] = {kWidth, kHeight, kDepth};
  unsigned char* p = MADE(clEnqueueMapImage(s->queue, image, CL_TRUE, CL_MAP_READ, zero, all, &row,
                                            &slice, 0, NULL, NULL, &code));
  CHECK(p == memory);
  EQUAL(kRow, row);
  EQUAL(kSlice, slice);
  EQUAL(255, memory[kSlice + kRow + 4 + 2]);
  EQUAL((unsigned char)(3 * (kSlice + kRow)), memory[kSlice + kRow]);
  printf("host memory: %08x\n", hash(memory, sizeof memory));
  OK(clEnqueueUnmapMemObject(s->queue, image, p, 0, NULL, NULL));
  OK(clReleaseMemObject(image));
}

/// The texels of a buffer's bytes. PoCL 3.1 does not survive transfers of such an image.
static void image_of_buffer(const Session* s) {
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  cl_int numbers[64], read[64];
  for (int i = 0; i < 64; ++i) numbers[i] = i * i;
  cl_mem buffer = make_buffer(s, sizeof numbers);
  write_buffer(s, buffer, sizeof numbers, numbers);
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  d.image_width = 16;
  d.buffer = buffer;
  cl_mem image = MADE(clCreateImage(s->context, 0, &format, &d, NULL, &code));
  OK(clReleaseMemObject(buffer));  // the image still has it
  cl_mem found = NULL;
  QUERY(found, clGetImageInfo, image, CL_IMAGE_BUFFER);
  CHECK(found == buffer);
  const size_t all[3] = {16, 1, 1}, third[3] = {3, 0, 0}, one[3] = {1, 1, 1};
  const cl_int colour[4] = {-1, -2, -3, -4};
  OK(clEnqueueFillImage(s->queue, image, colour, third, one, 0, NULL, NULL));
  memcpy(numbers + 12, colour, sizeof colour);
  OK(clEnqueueReadImage(s->queue, image, CL_TRUE, zero, all, 0, 0, read, 0, NULL, NULL));
  CHECK(memcmp(numbers, read, sizeof read) == 0);
  read_buffer(s, buffer, sizeof read, read);
  CHECK(memcmp(numbers, read, sizeof read) == 0);
  OK(clReleaseMemObject(image));
}

/// The calls of OpenCL 1.1, and what a new image holds without data of the application's.
static void earlier_calls(const Session* s) {
  const cl_image_format format = {CL_RGBA, CL_HALF_FLOAT};
  cl_mem plane =
      MADE(clCreateImage2D(s->context, CL_MEM_READ_WRITE, &format, 6, 4, 0, NULL, &code));
  cl_mem solid =
      MADE(clCreateImage3D(s->context, CL_MEM_READ_WRITE, &format, 6, 4, 2, 0, 0, NULL, &code));
  const size_t row[3] = {6, 1, 1}, plane_size[3] = {6, 4, 1}, second[3] = {0, 0, 1};
  const cl_float colour[4] = {1.0f, -2.0f, 0.5f, 65504.0f};
  cl_ushort halves[6 * 4 * 4];
  OK(clEnqueueFillImage(s->queue, plane, colour, zero, plane_size, 0, NULL, NULL));
  OK(clEnqueueCopyImage(s->queue, plane, solid, zero, second, plane_size, 0, NULL, NULL));
  OK(clEnqueueReadImage(s->queue, solid, CL_TRUE, second, row, 0, 0, halves, 0, NULL, NULL));
  printf("halves: %04x %04x %04x %04x\n", halves[20], halves[21], halves[22], halves[23]);
  OK(clReleaseMemObject(plane));
  OK(clReleaseMemObject(solid));
}

static void query_formats(const Session* s) {
  const cl_channel_type types[] = {
      CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
      CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};
  static cl_image_format formats[256];
  cl_uint count = 0, found = 0;
  OK(clGetSupportedImageFormats(s->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D,
                                COUNT(formats), formats, &count));
  CHECK(count <= COUNT(formats));
  for (cl_uint i = 0; i < count; ++i) {
    for (size_t t = 0; t < COUNT(types); ++t) {
      found += formats[i].image_channel_order == CL_RGBA &&
               formats[i].image_channel_data_type == types[t];
    }
    found += formats[i].image_channel_order == CL_BGRA &&
             formats[i].image_channel_data_type == CL_UNORM_INT8;
  }
  EQUAL(COUNT(types) + 1, found);
}

static void query_sampler(const Session* s) {
  cl_sampler sampler = MADE(
      clCreateSampler(s->context, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, &code));
  cl_uint number = 0;
  cl_bool normalized = CL_FALSE;
  cl_context context = NULL;
  OK(clRetainSampler(sampler));
  QUERY(number, clGetSamplerInfo, sampler, CL_SAMPLER_REFERENCE_COUNT);
  EQUAL(2, number);
  OK(clReleaseSampler(sampler));
  QUERY(context, clGetSamplerInfo, sampler, CL_SAMPLER_CONTEXT);
  CHECK(context == s->context);
  QUERY(normalized, clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS);
  EQUAL(CL_TRUE, normalized);
  QUERY(number, clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE);
  EQUAL(CL_ADDRESS_MIRRORED_REPEAT, number);
  QUERY(number, clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE);
  EQUAL(CL_FILTER_LINEAR, number);
  OK(clReleaseSampler(sampler));
}

int main(void) {
  Session s = open_session();
  for (size_t i = 0; i < COUNT(cases); ++i) run_case(&s, &cases[i]);
  use_host_memory(&s);
  POCL_CRASHES(image_of_buffer(&s));
  earlier_calls(&s);
  query_formats(&s);
  query_sampler(&s);
  return close_session(&s);
}
