// SPDX-License-Identifier: Apache-2.0
// Images, samplers and graphics sharing on a device that has none of them.
#include "errors_fixture.h"

static const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};

static void create(const Fixture* f) {
  cl_context context = f->own.context;
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE3D};
  for (size_t i = 0; i < COUNT(types); ++i) {
    cl_image_desc description;
    memset(&description, 0, sizeof description);
    description.image_type = types[i];
    description.image_width = 4;
    description.image_height = description.image_depth = description.image_array_size = 4;
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

/// A buffer is no image, and there is no other.
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

int main(void) {
  static Fixture f;
  open_fixture(&f);
  cl_bool images = CL_TRUE;
  OK(clGetDeviceInfo(f.own.device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
  if (!images) {
    create(&f);
    commands(&f);
    graphics(&f);
  }
  return close_fixture(&f);
}
