// SPDX-License-Identifier: Apache-2.0
// What the negative tests share: two contexts on one device, with objects that do not mix.
#pragma once

#include "opencl_test.h"

#define FIXTURE_SIZE 1024

typedef struct {
  /// The context under test, and another one on the same device.
  Session own, foreign;
  cl_mem buffer, foreign_buffer;
  /// Unfinished until the end, one in each context.
  cl_event user, foreign_user;
  char data[FIXTURE_SIZE];
} Fixture;

static inline void open_fixture(Fixture* f) {
  f->own = open_session();
  f->foreign = open_session();
  f->buffer = make_buffer(&f->own, FIXTURE_SIZE);
  f->foreign_buffer = make_buffer(&f->foreign, FIXTURE_SIZE);
  f->user = MADE(clCreateUserEvent(f->own.context, &code));
  f->foreign_user = MADE(clCreateUserEvent(f->foreign.context, &code));
  memset(f->data, 0, sizeof f->data);
}

static inline int close_fixture(Fixture* f) {
  OK(clSetUserEventStatus(f->user, CL_COMPLETE));
  OK(clSetUserEventStatus(f->foreign_user, CL_COMPLETE));
  OK(clReleaseEvent(f->user));
  OK(clReleaseEvent(f->foreign_user));
  OK(clReleaseMemObject(f->buffer));
  OK(clReleaseMemObject(f->foreign_buffer));
  close_session(&f->foreign);
  printf("errors checked\n");
  return close_session(&f->own);
}

/// The faults of a wait list, for a call that ends in `count, list, event`: a count without a
/// list, a list without a count, a NULL event, an event of another context.
#define WAIT_LIST_FAULTS(f, call, ...)                                         \
  do {                                                                         \
    const cl_event none_ = NULL;                                               \
    FAILS(CL_INVALID_EVENT_WAIT_LIST, call(__VA_ARGS__, 1, NULL, NULL));       \
    FAILS(CL_INVALID_EVENT_WAIT_LIST, call(__VA_ARGS__, 0, &(f)->user, NULL)); \
    FAILS(CL_INVALID_EVENT_WAIT_LIST, call(__VA_ARGS__, 1, &none_, NULL));     \
    FAILS(CL_INVALID_CONTEXT, call(__VA_ARGS__, 1, &(f)->foreign_user, NULL)); \
  } while (0)
