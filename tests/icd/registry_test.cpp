// SPDX-License-Identifier: Apache-2.0
// Handles: what is held, what is not, and objects that outlive their handles.
#include "apps/icd/registry.h"

#include <gtest/gtest.h>

#include <thread>

#include "apps/icd/context.h"
#include "apps/icd/memory_flags.h"

namespace lanefold::icd {
namespace {

std::unique_ptr<Context> some_context() {
  return std::make_unique<Context>(std::vector<cl_context_properties>(), nullptr);
}

TEST(Registry, CountsReferences) {
  Registry<Context> contexts;
  const cl_context handle = contexts.publish(some_context());
  EXPECT_EQ(contexts.references(handle), 1U);
  contexts.retain(handle);
  EXPECT_EQ(contexts.references(handle), 2U);
  contexts.release(handle);
  contexts.release(handle);
  EXPECT_TRUE(contexts.empty());
}

TEST(Registry, RejectsUnknownHandles) {
  Registry<Context> contexts;
  const cl_context handle = contexts.publish(some_context());
  contexts.release(handle);
  EXPECT_EQ(guarded([&] { contexts.get(handle); }), CL_INVALID_CONTEXT);
  EXPECT_EQ(guarded([&] { contexts.retain(handle); }), CL_INVALID_CONTEXT);
  EXPECT_EQ(guarded([&] { contexts.release(handle); }), CL_INVALID_CONTEXT);
  EXPECT_EQ(guarded([&] { contexts.get(nullptr); }), CL_INVALID_CONTEXT);
}

TEST(Registry, KnowsObjectsThatAreStillNeeded) {
  Registry<Context> contexts;
  const cl_context handle = contexts.publish(some_context());
  auto needed = contexts.get(handle);
  contexts.release(handle);
  EXPECT_EQ(contexts.references(handle), 1U) << "somebody holds what lives";
  EXPECT_EQ(guarded([&] { contexts.release(handle); }), CL_INVALID_CONTEXT) << "not held";
  contexts.retain(handle);
  needed.reset();
  EXPECT_EQ(contexts.get(handle).get(), handle);
  contexts.release(handle);
  EXPECT_TRUE(contexts.empty());
}

TEST(Registry, CountsTheReferencesOfManyThreads) {
  Registry<Context> contexts;
  const cl_context handle = contexts.publish(some_context());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) contexts.retain(handle);
      for (int k = 0; k < 1000; ++k) contexts.release(handle);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(contexts.references(handle), 1U);
}

TEST(MemoryFlags, HaveTheDefaultsOfTheStandard) {
  EXPECT_EQ(checked_buffer_flags(0), CL_MEM_READ_WRITE);
  EXPECT_EQ(checked_buffer_flags(CL_MEM_HOST_NO_ACCESS), CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(checked_sub_buffer_flags(0, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR),
            CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR);
}

TEST(MemoryFlags, MayHaveBitsOfOtherVendors) {
  for (const cl_mem_flags bit : {6, 16, 20, 24, 26, 29, 31, 36}) {
    const cl_mem_flags flags = CL_MEM_READ_ONLY | cl_mem_flags{1} << bit;
    EXPECT_EQ(checked_buffer_flags(flags), flags);
    EXPECT_EQ(checked_sub_buffer_flags(flags, CL_MEM_READ_WRITE), flags);
  }
}

TEST(MemoryFlags, RefuseContradictions) {
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
        1 << 6 | CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 1 << 10}) {
    EXPECT_EQ(guarded([&] { checked_buffer_flags(flags); }), CL_INVALID_VALUE) << flags;
  }
  EXPECT_EQ(guarded([&] { checked_buffer_flags(CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR); }),
            CL_SUCCESS);
  EXPECT_EQ(guarded([&] { checked_sub_buffer_flags(CL_MEM_READ_WRITE, CL_MEM_READ_ONLY); }),
            CL_INVALID_VALUE);
  EXPECT_EQ(guarded([&] { checked_sub_buffer_flags(CL_MEM_COPY_HOST_PTR, 0); }), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanefold::icd
