// SPDX-License-Identifier: Apache-2.0
// Refusals of images and samplers, also on a device that has none of them, and of graphics sharing.
#include "errors_fixture.h"

static const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};

static cl_image_desc described(cl_mem_object_type type) {
  cl_image_desc description;
  memset(&description, 0, sizeof description);
  description.image_type = type;
  description.image_width = 4;
  description.image_height = description.image_depth = description.image_array_size = 4;
  return description;
}

static cl_mem make_image(const Session* s, cl_mem_object_type type, cl_mem_flags flags) {
  const cl_image_desc description = described(type);
  return MADE(clCreateImage(s->context, flags, &format, &description, NULL, &code));
}

static void formats(const Fixture* f) {
  cl_context context = f->own.context;
  const cl_image_desc d = described(CL_MEM_OBJECT_IMAGE2D);
  const cl_image_format none[] = {{CL_RGBA, 0x1999},
                                  {0x1999, CL_UNORM_INT8},
                                  {CL_RGB, CL_UNORM_INT8},
                                  {CL_RGBA, CL_UNORM_SHORT_565},
                                  {CL_BGRA, CL_FLOAT},
                                  {CL_ARGB, CL_UNORM_INT16},
                                  {CL_INTENSITY, CL_SIGNED_INT8}};
  REFUSED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(context, 0, NULL, &d, NULL, &code));
  for (size_t i = 0; i < COUNT(none); ++i) {
    pocl_differs("5.3.1.1: which channels and types go together");
    REFUSED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            clCreateImage(context, 0, &none[i], &d, NULL, &code));
  }
  cl_uint count = 0;
  cl_image_format list[2];
  FAILS(CL_INVALID_CONTEXT,
        clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  FAILS(CL_INVALID_VALUE,
        clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count));
  FAILS(CL_INVALID_VALUE,
        clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, list, &count));
}

static void sizes_and_pitches(const Fixture* f) {
  cl_context context = f->own.context;
  char* host = (char*)f->data;
  const cl_mem_flags copies = CL_MEM_COPY_HOST_PTR;
  cl_image_desc d = described(CL_MEM_OBJECT_IMAGE2D);
  REFUSED(CL_INVALID_CONTEXT, clCreateImage(NULL, 0, &format, &d, NULL, &code));
  REFUSED(CL_INVALID_VALUE,
          clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &format, &d, NULL, &code));
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, NULL, NULL, &code));
  REFUSED(CL_INVALID_HOST_PTR, clCreateImage(context, copies, &format, &d, NULL, &code));
  pocl_differs("5.3.1: a host pointer without a flag");
  REFUSED(CL_INVALID_HOST_PTR, clCreateImage(context, 0, &format, &d, host, &code));
  d.image_row_pitch = 16;
  pocl_differs("5.3.1.2: pitches");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
  d.image_row_pitch = 12;
  pocl_differs("5.3.1.2: pitches");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, copies, &format, &d, host, &code));
  d.image_row_pitch = 18;
  pocl_differs("5.3.1.2: pitches");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, copies, &format, &d, host, &code));
  d = described(CL_MEM_OBJECT_IMAGE3D);
  d.image_slice_pitch = 60;
  pocl_differs("5.3.1.2: pitches");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, copies, &format, &d, host, &code));
  d.image_slice_pitch = 72;
  pocl_differs("5.3.1.2: pitches");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, copies, &format, &d, host, &code));
  d = described(CL_MEM_OBJECT_IMAGE2D);
  d.num_samples = 4;
  POCL_CRASHES(
      REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code)));
  d = described(CL_MEM_OBJECT_BUFFER);
  pocl_differs("5.3.1.2: types of images");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
  d = described(CL_MEM_OBJECT_IMAGE2D);
  d.image_height = 0;
  pocl_differs("5.3.1.2: an image has texels");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
  d.image_height = (size_t)1 << 40;
  pocl_differs("5.3.1: larger than the device allows");
  REFUSED(CL_INVALID_IMAGE_SIZE, clCreateImage(context, 0, &format, &d, NULL, &code));
  pocl_differs("5.3.1 of OpenCL 1.1: an image has texels");
  REFUSED(CL_INVALID_IMAGE_SIZE, clCreateImage2D(context, 0, &format, 0, 4, 0, NULL, &code));
}

static void images_of_buffers(const Fixture* f) {
  cl_context context = f->own.context;
  cl_image_desc d = described(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  pocl_differs("5.3.1.2: the buffer");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
  d.buffer = f->foreign_buffer;
  POCL_CRASHES(
      REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code)));
  d.buffer = f->buffer;
  d.image_width = FIXTURE_SIZE / 4 + 1;
  pocl_differs("5.3.1.2: the buffer");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
  d.image_type = CL_MEM_OBJECT_IMAGE2D;
  d.image_width = 4;
  pocl_differs("5.3.1.2: the buffer");
  REFUSED(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &format, &d, NULL, &code));
}

/// PoCL 3.1 takes most of them, and goes past the image.
#define NO_BOX(check, ...) POCL_CRASHES(check(CL_INVALID_VALUE, __VA_ARGS__))

/// Boxes that are empty or not in the image, and pitches that are too small.
static void boxes(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem plane = make_image(&f->own, CL_MEM_OBJECT_IMAGE2D, 0);
  const size_t boxes[][6] = {{0, 0, 0, 0, 1, 1}, {0, 0, 0, 1, 1, 0}, {0, 0, 0, 5, 1, 1},
                             {4, 0, 0, 1, 1, 1}, {0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 2},
                             {0, 2, 0, 1, 3, 1}};
  const size_t origin[3] = {0, 0, 0}, all[3] = {4, 4, 1};
  size_t pitch = 0;
  for (size_t i = 0; i < COUNT(boxes); ++i) {
    const size_t *o = boxes[i], *r = boxes[i] + 3;
    NO_BOX(FAILS, clEnqueueReadImage(q, plane, CL_TRUE, o, r, 0, 0, f->data, 0, NULL, NULL));
    NO_BOX(FAILS, clEnqueueWriteImage(q, plane, CL_TRUE, o, r, 0, 0, f->data, 0, NULL, NULL));
    NO_BOX(FAILS, clEnqueueFillImage(q, plane, f->data, o, r, 0, NULL, NULL));
    NO_BOX(FAILS, clEnqueueCopyImageToBuffer(q, plane, f->buffer, o, r, 0, 0, NULL, NULL));
    NO_BOX(FAILS, clEnqueueCopyBufferToImage(q, f->buffer, plane, 0, o, r, 0, NULL, NULL));
    NO_BOX(REFUSED, clEnqueueMapImage(q, plane, CL_TRUE, CL_MAP_READ, o, r, &pitch, NULL, 0, NULL,
                                      NULL, &code));
  }
  NO_BOX(FAILS, clEnqueueReadImage(q, plane, CL_TRUE, origin, all, 15, 0, f->data, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE,
        clEnqueueReadImage(q, plane, CL_TRUE, origin, all, 0, 0, NULL, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clEnqueueCopyImageToBuffer(q, plane, f->buffer, origin, all,
                                                     FIXTURE_SIZE - 63, 0, NULL, NULL));
  pocl_differs("5.3.6: the row pitch is told");
  REFUSED(CL_INVALID_VALUE, clEnqueueMapImage(q, plane, CL_TRUE, CL_MAP_READ, origin, all, NULL,
                                              NULL, 0, NULL, NULL, &code));
  WAIT_LIST_FAULTS(f, clEnqueueReadImage, q, plane, CL_TRUE, origin, all, 0, 0, f->data);
  WAIT_LIST_FAULTS(f, clEnqueueFillImage, q, plane, f->data, origin, all);
  OK(clReleaseMemObject(plane));
}

static void copies(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem plane = make_image(&f->own, CL_MEM_OBJECT_IMAGE2D, 0);
  const cl_image_format other = {CL_BGRA, CL_UNORM_INT8};
  const cl_image_desc d = described(CL_MEM_OBJECT_IMAGE2D);
  cl_mem swapped = MADE(clCreateImage(f->own.context, 0, &other, &d, NULL, &code));
  const size_t origin[3] = {0, 0, 0}, next[3] = {1, 1, 0}, two[3] = {2, 2, 1};
  FAILS(CL_IMAGE_FORMAT_MISMATCH,
        clEnqueueCopyImage(q, plane, swapped, origin, origin, two, 0, NULL, NULL));
  FAILS(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(q, plane, plane, origin, next, two, 0, NULL, NULL));
  OK(clReleaseMemObject(swapped));
  OK(clReleaseMemObject(plane));
}

/// What the host may not do with an image, and images where buffers are wanted.
static void accesses(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem hidden = make_image(&f->own, CL_MEM_OBJECT_IMAGE2D, CL_MEM_HOST_NO_ACCESS);
  const size_t origin[3] = {0, 0, 0}, one[3] = {1, 1, 1};
  void* p = f->data;
  size_t pitch = 0;
  FAILS(CL_INVALID_OPERATION,
        clEnqueueReadImage(q, hidden, CL_TRUE, origin, one, 0, 0, p, 0, NULL, NULL));
  FAILS(CL_INVALID_OPERATION,
        clEnqueueWriteImage(q, hidden, CL_TRUE, origin, one, 0, 0, p, 0, NULL, NULL));
  REFUSED(CL_INVALID_OPERATION, clEnqueueMapImage(q, hidden, CL_TRUE, CL_MAP_WRITE, origin, one,
                                                  &pitch, NULL, 0, NULL, NULL, &code));
  cl_buffer_region region = {0, 4};
  pocl_differs("5.2.1: an image is no buffer");
  REFUSED(CL_INVALID_MEM_OBJECT,
          clCreateSubBuffer(hidden, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  if (!on_pocl) {  // it takes an image for a buffer
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(q, hidden, CL_TRUE, 0, 4, p, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueFillBuffer(q, hidden, p, 4, 0, 4, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, hidden, f->buffer, 0, 0, 4, 0, NULL, NULL));
  }
  FAILS(CL_INVALID_VALUE, clGetImageInfo(hidden, 0x1999, sizeof pitch, &pitch, NULL));
  OK(clReleaseMemObject(hidden));
}

static void samplers(const Fixture* f) {
  cl_context context = f->own.context;
  REFUSED(CL_INVALID_CONTEXT,
          clCreateSampler(NULL, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &code));
  pocl_differs("5.5.1: no such mode");
  REFUSED(CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, 0x1999, CL_FILTER_NEAREST, &code));
  pocl_differs("5.5.1: no such mode");
  REFUSED(CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 0x1999, &code));
  pocl_differs("5.5.1: texels have no period");
  REFUSED(CL_INVALID_VALUE,
          clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &code));
  cl_sampler sampler =
      MADE(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code));
  FAILS(CL_INVALID_VALUE, clGetSamplerInfo(sampler, 0x1999, 0, NULL, NULL));
  OK(clReleaseSampler(sampler));
}

static void arguments(const Fixture* f) {
  cl_kernel kernel = build_kernel(&f->own,
                                  "kernel void k(read_only image2d_t a, write_only image2d_t b,\n"
                                  "              sampler_t s, global int* p) {\n"
                                  "  write_imagef(b, (int2)(0), read_imagef(a, s, (float2)(0)));\n"
                                  "  p[0] = 0;\n"
                                  "}\n",
                                  "k");
  cl_mem reads = make_image(&f->own, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY);
  cl_mem writes = make_image(&f->own, CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY);
  cl_mem solid = make_image(&f->own, CL_MEM_OBJECT_IMAGE3D, CL_MEM_READ_ONLY);
  cl_mem foreign = make_image(&f->foreign, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY);
  cl_sampler sampler =
      MADE(clCreateSampler(f->own.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code));
  const cl_mem none = NULL;
  const cl_sampler no_sampler = NULL;
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, &reads));
  FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 4, &sampler));
  pocl_differs("5.7.2: an image is no buffer");
  FAILS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof(cl_mem), &f->buffer));
  pocl_differs("5.7.2: an image is no buffer");
  FAILS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 3, sizeof(cl_mem), &reads));
  pocl_differs("5.7.2: an image must be there");
  FAILS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof(cl_mem), &none));
  pocl_differs("5.7.2: another context");
  FAILS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof(cl_mem), &foreign));
  pocl_differs("5.7.2: access qualifiers");
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof(cl_mem), &writes));
  pocl_differs("5.7.2: access qualifiers");
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, sizeof(cl_mem), &reads));
  pocl_differs("5.7.2: the type of an image");
  FAILS(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof(cl_mem), &solid));
  pocl_differs("5.7.2: a sampler must be there");
  FAILS(CL_INVALID_SAMPLER, clSetKernelArg(kernel, 2, sizeof no_sampler, &no_sampler));
  OK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &reads));
  OK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &writes));
  OK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
  OK(clReleaseSampler(sampler));
  const cl_mem images[] = {reads, writes, solid, foreign};
  for (size_t i = 0; i < COUNT(images); ++i) OK(clReleaseMemObject(images[i]));
  OK(clReleaseKernel(kernel));
}

/// A device without images says so, whatever is wanted.
static void create_nothing(const Fixture* f) {
  cl_context context = f->own.context;
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE3D};
  for (size_t i = 0; i < COUNT(types); ++i) {
    const cl_image_desc description = described(types[i]);
    REFUSED(CL_INVALID_OPERATION,
            clCreateImage(context, CL_MEM_READ_ONLY, &format, &description, NULL, &code));
    CHECK(clCreateImage(context, CL_MEM_READ_ONLY, &format, &description, NULL, NULL) == NULL);
  }
  REFUSED(CL_INVALID_OPERATION,
          clCreateImage2D(context, CL_MEM_READ_ONLY, &format, 4, 4, 0, NULL, &code));
  REFUSED(CL_INVALID_OPERATION,
          clCreateImage3D(context, CL_MEM_READ_ONLY, &format, 4, 4, 4, 0, 0, NULL, &code));
  REFUSED(CL_INVALID_OPERATION,
          clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &code));
  cl_uint count = 99;
  OK(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  EQUAL(0, count);
}

/// A buffer is no image.
static void commands(Fixture* f) {
  cl_command_queue q = f->own.queue;
  cl_mem b = f->buffer;
  const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
  void* p = f->data;
  size_t pitch = 0;
  const cl_int results[] = {
      clEnqueueReadImage(q, b, CL_TRUE, origin, region, 0, 0, p, 0, NULL, NULL),
      clEnqueueWriteImage(q, b, CL_TRUE, origin, region, 0, 0, p, 0, NULL, NULL),
      clEnqueueFillImage(q, b, p, origin, region, 0, NULL, NULL),
      clEnqueueCopyImage(q, b, b, origin, origin, region, 0, NULL, NULL),
      clEnqueueCopyImageToBuffer(q, b, b, origin, region, 0, 0, NULL, NULL),
      clEnqueueCopyBufferToImage(q, b, b, 0, origin, region, 0, NULL, NULL)};
  for (size_t i = 0; i < COUNT(results); ++i) {
    CHECK(results[i] == CL_INVALID_MEM_OBJECT || results[i] == CL_INVALID_OPERATION);
  }
  code = 1;
  CHECK(clEnqueueMapImage(q, b, CL_TRUE, CL_MAP_READ, origin, region, &pitch, NULL, 0, NULL, NULL,
                          &code) == NULL);
  CHECK(code == CL_INVALID_MEM_OBJECT || code == CL_INVALID_OPERATION);
  FAILS(CL_INVALID_MEM_OBJECT, clGetImageInfo(b, CL_IMAGE_WIDTH, sizeof pitch, &pitch, NULL));
  FAILS(CL_INVALID_SAMPLER, clRetainSampler(NULL));
  FAILS(CL_INVALID_SAMPLER, clReleaseSampler(NULL));
  FAILS(CL_INVALID_SAMPLER,
        clGetSamplerInfo(NULL, CL_SAMPLER_NORMALIZED_COORDS, sizeof pitch, &pitch, NULL));
}

/// No context comes from OpenGL.
static void graphics(const Fixture* f) {
  cl_context context = f->own.context;
  REFUSED(CL_INVALID_CONTEXT, clCreateFromGLBuffer(context, CL_MEM_READ_ONLY, 1, &code));
  REFUSED(CL_INVALID_CONTEXT,
          clCreateFromGLTexture(context, CL_MEM_READ_ONLY, 0x0DE1, 0, 1, &code));
  REFUSED(CL_INVALID_CONTEXT, clCreateFromGLRenderbuffer(context, CL_MEM_READ_ONLY, 1, &code));
  FAILS(CL_INVALID_GL_OBJECT, clGetGLObjectInfo(f->buffer, NULL, NULL));
  FAILS(CL_INVALID_GL_OBJECT, clGetGLTextureInfo(f->buffer, CL_GL_TEXTURE_TARGET, 0, NULL, NULL));
  const cl_int acquired = clEnqueueAcquireGLObjects(f->own.queue, 1, &f->buffer, 0, NULL, NULL);
  CHECK(acquired == CL_INVALID_CONTEXT || acquired == CL_INVALID_GL_OBJECT);
}

/// On a device without images, a kernel with images is left out of its program; the log says so.
static void kernels_left_out(const Fixture* f) {
  const char* source =
      "kernel void k(read_only image2d_t i, sampler_t s, global float4* a) {\n"
      "  a[0] = read_imagef(i, s, (int2)(0, 0));\n"
      "}\n"
      "kernel void plain(global float4* a) { a[0] = 1; }\n";
  cl_program program = MADE(clCreateProgramWithSource(f->own.context, 1, &source, NULL, &code));
  OK(clBuildProgram(program, 1, &f->own.device, NULL, NULL, NULL));
  size_t size = 0;
  OK(clGetProgramBuildInfo(program, f->own.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
  CHECK(size > 1);
  REFUSED(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "k", &code));
  OK(clReleaseKernel(MADE(clCreateKernel(program, "plain", &code))));
  OK(clReleaseProgram(program));
}

int main(void) {
  static Fixture f;
  open_fixture(&f);
  cl_bool images = CL_TRUE;
  OK(clGetDeviceInfo(f.own.device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
  POCL_CRASHES(commands(&f));
  POCL_CRASHES(graphics(&f));
  if (images) {
    formats(&f);
    sizes_and_pitches(&f);
    images_of_buffers(&f);
    boxes(&f);
    copies(&f);
    accesses(&f);
    samplers(&f);
    arguments(&f);
  } else {
    create_nothing(&f);
    kernels_left_out(&f);
  }
  return close_fixture(&f);
}
