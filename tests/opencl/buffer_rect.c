// SPDX-License-Identifier: Apache-2.0
// Rectangular regions: reads, writes and copies in 3-D with all pitches, against a plain model.
#include "opencl_test.h"

#define SIZE 4096

typedef struct {
  size_t origin[3];
  /// As given to the calls; 0: as narrow as the region.
  size_t row, slice;
} Place;

typedef struct {
  const char* name;
  size_t region[3];
  Place from, to;
} Case;

static const Case cases[] = {
    {"one byte", {1, 1, 1}, {{5, 0, 0}, 0, 0}, {{9, 0, 0}, 0, 0}},
    {"a line", {40, 1, 1}, {{3, 0, 0}, 0, 0}, {{7, 0, 0}, 0, 0}},
    {"a plane of narrow rows", {16, 8, 1}, {{0, 0, 0}, 0, 0}, {{0, 0, 0}, 0, 0}},
    {"a plane with pitches", {13, 7, 1}, {{2, 3, 0}, 32, 0}, {{1, 5, 0}, 21, 0}},
    {"a slice further on", {8, 4, 1}, {{1, 1, 2}, 16, 128}, {{4, 2, 3}, 24, 240}},
    {"a box", {6, 5, 4}, {{3, 2, 1}, 16, 160}, {{2, 1, 3}, 10, 80}},
    {"a box, slices by default", {6, 5, 4}, {{0, 0, 0}, 11, 0}, {{1, 0, 2}, 9, 0}},
    {"a box, rows by default", {8, 4, 3}, {{0, 0, 1}, 0, 64}, {{0, 2, 0}, 0, 96}},
    {"a box to a dense one", {7, 3, 5}, {{1, 1, 1}, 20, 100}, {{0, 0, 0}, 0, 0}},
    {"slices that end with their last row", {4, 3, 3}, {{0, 0, 0}, 8, 24}, {{0, 0, 0}, 4, 12}},
};

static unsigned char host_a[SIZE], host_b[SIZE], device_b[SIZE], model[SIZE];

static size_t row_of(const Place* p, const size_t* region) { return p->row ? p->row : region[0]; }
static size_t slice_of(const Place* p, const size_t* region) {
  return p->slice ? p->slice : region[1] * row_of(p, region);
}

static size_t offset_of(const Place* p, const size_t* region, size_t x, size_t y, size_t z) {
  return (p->origin[2] + z) * slice_of(p, region) + (p->origin[1] + y) * row_of(p, region) +
         p->origin[0] + x;
}

/// What the copy must do: `model` takes the region from `source`.
static void copy_in_model(const Case* c, const unsigned char* source) {
  for (size_t z = 0; z < c->region[2]; ++z) {
    for (size_t y = 0; y < c->region[1]; ++y) {
      for (size_t x = 0; x < c->region[0]; ++x) {
        model[offset_of(&c->to, c->region, x, y, z)] =
            source[offset_of(&c->from, c->region, x, y, z)];
      }
    }
  }
}

static unsigned hash(const unsigned char* bytes) {
  unsigned sum = 0;
  for (size_t i = 0; i < SIZE; ++i) sum = sum * 31 + bytes[i];
  return sum;
}

static void prepare(const Session* s, cl_mem a, cl_mem b) {
  for (size_t i = 0; i < SIZE; ++i) host_a[i] = (unsigned char)(i * 37 + i / 256);
  memset(host_b, 0xEE, SIZE);
  memset(model, 0xEE, SIZE);
  write_buffer(s, a, SIZE, host_a);
  write_buffer(s, b, SIZE, host_b);
}

static void run_case(const Session* s, const Case* c, cl_mem a, cl_mem b) {
  const Place *f = &c->from, *t = &c->to;
  // From buffer to host.
  prepare(s, a, b);
  copy_in_model(c, host_a);
  OK(clEnqueueReadBufferRect(s->queue, a, CL_TRUE, f->origin, t->origin, c->region, f->row,
                             f->slice, t->row, t->slice, host_b, 0, NULL, NULL));
  CHECK(memcmp(model, host_b, SIZE) == 0);
  // From host to buffer.
  prepare(s, a, b);
  copy_in_model(c, host_a);
  OK(clEnqueueWriteBufferRect(s->queue, b, CL_FALSE, t->origin, f->origin, c->region, t->row,
                              t->slice, f->row, f->slice, host_a, 0, NULL, NULL));
  read_buffer(s, b, SIZE, device_b);
  CHECK(memcmp(model, device_b, SIZE) == 0);
  // From buffer to buffer.
  prepare(s, a, b);
  copy_in_model(c, host_a);
  OK(clEnqueueCopyBufferRect(s->queue, a, b, f->origin, t->origin, c->region, f->row, f->slice,
                             t->row, t->slice, 0, NULL, NULL));
  read_buffer(s, b, SIZE, device_b);
  CHECK(memcmp(model, device_b, SIZE) == 0);
  printf("%s: %08x\n", c->name, hash(device_b));
}

/// Inside one buffer: the left half of each row to the right half.
static void copy_inside_one_buffer(const Session* s, cl_mem a, cl_mem b) {
  const size_t left[3] = {0, 0, 0}, right[3] = {8, 0, 0}, region[3] = {8, 4, 2};
  prepare(s, a, b);
  OK(clEnqueueCopyBufferRect(s->queue, a, a, left, right, region, 16, 64, 16, 64, 0, NULL, NULL));
  read_buffer(s, a, SIZE, device_b);
  for (size_t i = 0; i < 128; ++i) EQUAL(host_a[i - (i & 8)], device_b[i]);
  CHECK(memcmp(host_a + 128, device_b + 128, SIZE - 128) == 0);
  printf("halves of rows: %08x\n", hash(device_b));
}

int main(void) {
  Session s = open_session();
  cl_mem a = make_buffer(&s, SIZE), b = make_buffer(&s, SIZE);
  for (size_t i = 0; i < COUNT(cases); ++i) run_case(&s, &cases[i], a, b);
  copy_inside_one_buffer(&s, a, b);
  OK(clReleaseMemObject(a));
  OK(clReleaseMemObject(b));
  return close_session(&s);
}
