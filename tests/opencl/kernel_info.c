// SPDX-License-Identifier: Apache-2.0
// Queries of kernels, of their work-groups and of their arguments.
#include "opencl_test.h"

static const char* const kSource =
    "typedef struct { int a, b; } Pair;\n"
    "__attribute__((reqd_work_group_size(4, 2, 1)))\n"
    "kernel void fixed(global const float* restrict in, global volatile int4* out,\n"
    "                  constant uint* table, local uchar2* scratch, unsigned int n, Pair pair) {\n"
    "  local int block[10];\n"
    "  block[get_local_id(0)] = n;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[0] = (int4)(in[0], table[0], scratch[0].x + block[1], pair.b);\n"
    "}\n"
    "__attribute__((work_group_size_hint(8, 1, 1))) __attribute__((vec_type_hint(float4)))\n"
    "kernel void hinted(global int* a) { a[0] = 1; }\n"
    "kernel void plain(void) {}\n";

static void query_kernel(const Session* s, cl_program program, const char* wanted,
                         cl_uint wanted_args) {
  cl_kernel kernel = MADE(clCreateKernel(program, wanted, &code));
  char text[256];
  QUERY_TEXT(text, clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME);
  SAME_TEXT(wanted, text);
  cl_uint number = 99;
  QUERY(number, clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS);
  EQUAL(wanted_args, number);
  QUERY(number, clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT);
  EQUAL(1, number);
  OK(clRetainKernel(kernel));
  QUERY(number, clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT);
  EQUAL(2, number);
  OK(clReleaseKernel(kernel));
  cl_context context = NULL;
  QUERY(context, clGetKernelInfo, kernel, CL_KERNEL_CONTEXT);
  CHECK(context == s->context);
  cl_program found = NULL;
  QUERY(found, clGetKernelInfo, kernel, CL_KERNEL_PROGRAM);
  CHECK(found == program);
  FAILS(CL_INVALID_VALUE, clGetKernelInfo(kernel, 0x1999, 0, NULL, NULL));
  OK(clReleaseKernel(kernel));
}

/// Attributes come as they stand in the source, apart from white space and order.
static void query_attributes(cl_program program) {
  const char* names[] = {"fixed", "hinted", "plain"};
  for (size_t i = 0; i < COUNT(names); ++i) {
    cl_kernel kernel = MADE(clCreateKernel(program, names[i], &code));
    char text[256], dense[256];
    QUERY_TEXT(text, clGetKernelInfo, kernel, CL_KERNEL_ATTRIBUTES);
    size_t end = 0;
    for (size_t c = 0; text[c] != '\0'; ++c) {
      if (text[c] != ' ') dense[end++] = text[c];
    }
    dense[end] = '\0';
    EQUAL(i == 0, strstr(dense, "reqd_work_group_size(4,2,1)") != NULL);
    EQUAL(i == 1, strstr(dense, "work_group_size_hint(8,1,1)") != NULL);
    EQUAL(i == 1, strstr(dense, "vec_type_hint(float4)") != NULL);
    OK(clReleaseKernel(kernel));
  }
}

static void query_work_group(const Session* s, cl_program program) {
  cl_kernel fixed = MADE(clCreateKernel(program, "fixed", &code));
  cl_kernel plain = MADE(clCreateKernel(program, "plain", &code));
  size_t device_size = 0, size = 0, shape[3] = {9, 9, 9};
  OK(clGetDeviceInfo(s->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &device_size, NULL));
  QUERY(size, clGetKernelWorkGroupInfo, plain, s->device, CL_KERNEL_WORK_GROUP_SIZE);
  CHECK(size >= 1 && size <= device_size);
  QUERY(size, clGetKernelWorkGroupInfo, fixed, s->device, CL_KERNEL_WORK_GROUP_SIZE);
  CHECK(size >= 1);
  QUERY(shape, clGetKernelWorkGroupInfo, fixed, s->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
  printf("required: %zu %zu %zu\n", shape[0], shape[1], shape[2]);
  QUERY(shape, clGetKernelWorkGroupInfo, plain, s->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
  printf("required: %zu %zu %zu\n", shape[0], shape[1], shape[2]);
  QUERY(size, clGetKernelWorkGroupInfo, plain, s->device,
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  CHECK(size >= 1 && size <= device_size);
  cl_ulong bytes = 0, more = 0;
  QUERY(bytes, clGetKernelWorkGroupInfo, fixed, s->device, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK(bytes >= 40);
  OK(clSetKernelArg(fixed, 3, 256, NULL));
  QUERY(more, clGetKernelWorkGroupInfo, fixed, s->device, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK(more >= bytes + 256 - 64 && more > bytes);
  QUERY(bytes, clGetKernelWorkGroupInfo, fixed, s->device, CL_KERNEL_PRIVATE_MEM_SIZE);
  // With one device in the context it need not be named.
  OK(clGetKernelWorkGroupInfo(plain, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
  FAILS(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(plain, s->device, 0x1999, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(plain, s->device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                   sizeof shape, shape, NULL));
  OK(clReleaseKernel(fixed));
  OK(clReleaseKernel(plain));
}

typedef struct {
  const char *name, *type;
  cl_kernel_arg_address_qualifier address;
  cl_kernel_arg_type_qualifier qualifiers;
} Argument;

static const Argument arguments[] = {
    {"in", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
     CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
    {"out", "int4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
    {"table", "uint*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
    {"scratch", "uchar2*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
    {"n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
    {"pair", "Pair", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE}};

static void query_arguments(cl_program program) {
  cl_kernel kernel = MADE(clCreateKernel(program, "fixed", &code));
  for (cl_uint i = 0; i < COUNT(arguments); ++i) {
    char text[64];
    QUERY_TEXT(text, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_NAME);
    SAME_TEXT(arguments[i].name, text);
    QUERY_TEXT(text, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_TYPE_NAME);
    SAME_TEXT(arguments[i].type, text);
    cl_kernel_arg_address_qualifier address = 0;
    QUERY(address, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    EQUAL(arguments[i].address, address);
    cl_kernel_arg_access_qualifier access = 0;
    QUERY(access, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER);
    EQUAL(CL_KERNEL_ARG_ACCESS_NONE, access);
    cl_kernel_arg_type_qualifier qualifiers = 99;
    QUERY(qualifiers, clGetKernelArgInfo, kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER);
    EQUAL(arguments[i].qualifiers, qualifiers);
  }
  FAILS(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 6, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
  FAILS(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, 0x1999, 0, NULL, NULL));
  OK(clReleaseKernel(kernel));
}

int main(void) {
  Session s = open_session();
  cl_program program = build_program(&s, kSource, "-cl-kernel-arg-info");
  query_kernel(&s, program, "fixed", 6);
  query_kernel(&s, program, "hinted", 1);
  query_kernel(&s, program, "plain", 0);
  query_attributes(program);
  query_work_group(&s, program);
  query_arguments(program);
  OK(clReleaseProgram(program));
  return close_session(&s);
}
