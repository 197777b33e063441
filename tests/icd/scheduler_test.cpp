// SPDX-License-Identifier: Apache-2.0
// The order of commands, failures and callbacks, without a machine.
#include "apps/icd/scheduler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "apps/icd/api_error.h"
#include "apps/icd/callback_thread.h"

namespace lanefold::icd {
namespace {

/// Commands write their names when they run; each takes 10 ns.
class IcdScheduler : public ::testing::Test {
 protected:
  using Order = Scheduler::Order;

  std::shared_ptr<Event> command(const std::shared_ptr<CommandQueue>& queue, char name,
                                 const Scheduler::Events& after = {}, Order order = Order::Usual) {
    auto event = std::make_shared<Event>(queue, CL_COMMAND_TASK, [this, name] {
      clock_ += 10;
      log_ += name;
      require(name < 'A' || name > 'Z', CL_OUT_OF_RESOURCES);  // capitals fail
    });
    scheduler_.enqueue(event, after, order);
    return event;
  }

  std::shared_ptr<CommandQueue> queue(cl_command_queue_properties properties = 0) {
    return std::make_shared<CommandQueue>(context_, properties);
  }
  std::shared_ptr<Event> user_event() { return std::make_shared<Event>(context_); }

  static constexpr cl_command_queue_properties kOutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  static constexpr cl_int kAfterFailure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

  std::shared_ptr<Context> context_ =
      std::make_shared<Context>(std::vector<cl_context_properties>(), nullptr);
  std::string log_;
  cl_ulong clock_ = 0;
  CallbackThread callbacks_;
  Scheduler scheduler_{[this] { return clock_; }, callbacks_};
};

TEST_F(IcdScheduler, RunsACommandAtOnce) {
  const auto event = command(queue(), 'a');
  EXPECT_EQ(log_, "a");
  EXPECT_EQ(scheduler_.status(*event), CL_COMPLETE);
}

TEST_F(IcdScheduler, HoldsAnInOrderQueueBehindItsFirstCommand) {
  const auto in_order = queue();
  const auto user = user_event();
  command(in_order, 'a', {user});
  command(in_order, 'b');
  EXPECT_EQ(log_, "");
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(log_, "ab");
  EXPECT_EQ(scheduler_.finish(*in_order), CL_SUCCESS);
}

TEST_F(IcdScheduler, LetsAnOutOfOrderQueueOvertake) {
  const auto free = queue(kOutOfOrder);
  const auto user = user_event();
  command(free, 'a', {user});
  command(free, 'b');
  EXPECT_EQ(log_, "b");
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(log_, "ba");
}

TEST_F(IcdScheduler, KeepsLaterCommandsBehindABarrier) {
  const auto free = queue(kOutOfOrder);
  const auto user = user_event();
  command(free, 'a', {user});
  command(free, '|', {}, Order::Barrier);
  command(free, 'b');
  EXPECT_EQ(log_, "");
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(log_, "a|b");
}

TEST_F(IcdScheduler, LetsAMarkerWaitForAllBeforeIt) {
  const auto free = queue(kOutOfOrder);
  const auto user = user_event();
  command(free, 'a', {user});
  const auto marker = command(free, 'm', {}, Order::Marker);
  command(free, 'b');
  EXPECT_EQ(log_, "b");
  EXPECT_EQ(scheduler_.status(*marker), CL_QUEUED);
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(log_, "bam");
}

TEST_F(IcdScheduler, CancelsCommandsThatWaitForAFailedEvent) {
  const auto free = queue(kOutOfOrder);
  const auto user = user_event();
  const auto first = command(free, 'a', {user});
  const auto second = command(free, 'b', {first});
  const auto other = command(free, 'c');
  scheduler_.set_user_status(user, -7);
  EXPECT_EQ(log_, "c");
  EXPECT_EQ(scheduler_.status(*first), kAfterFailure);
  EXPECT_EQ(scheduler_.status(*second), kAfterFailure);
  EXPECT_EQ(scheduler_.status(*other), CL_COMPLETE);
  EXPECT_EQ(scheduler_.status(*command(free, 'd', {first})), kAfterFailure) << "ended before";
}

TEST_F(IcdScheduler, StopsAnInOrderQueueAtAFailureUntilItIsFinished) {
  const auto in_order = queue();
  const auto failed = command(in_order, 'X');
  EXPECT_EQ(scheduler_.status(*failed), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(scheduler_.status(*command(in_order, 'a')), kAfterFailure);
  EXPECT_EQ(scheduler_.finish(*in_order), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(scheduler_.status(*command(in_order, 'b')), CL_COMPLETE);
  EXPECT_EQ(scheduler_.finish(*in_order), CL_SUCCESS);
  EXPECT_EQ(log_, "Xb");
}

TEST_F(IcdScheduler, SetsAUserEventOnce) {
  const auto user = user_event();
  EXPECT_EQ(scheduler_.status(*user), CL_SUBMITTED);
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(guarded([&] { scheduler_.set_user_status(user, CL_COMPLETE); }), CL_INVALID_OPERATION);
}

TEST_F(IcdScheduler, CountsSimulatedTime) {
  const auto in_order = queue(CL_QUEUE_PROFILING_ENABLE);
  const auto user = user_event();
  const auto first = command(in_order, 'a', {user});
  EXPECT_EQ(guarded([&] { scheduler_.time(*first, CL_PROFILING_COMMAND_END); }),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  clock_ = 100;
  scheduler_.flush(*in_order);
  EXPECT_EQ(scheduler_.status(*first), CL_SUBMITTED);
  clock_ = 200;
  scheduler_.set_user_status(user, CL_COMPLETE);
  EXPECT_EQ(scheduler_.time(*first, CL_PROFILING_COMMAND_QUEUED), 0U);
  EXPECT_EQ(scheduler_.time(*first, CL_PROFILING_COMMAND_SUBMIT), 100U);
  EXPECT_EQ(scheduler_.time(*first, CL_PROFILING_COMMAND_START), 200U);
  EXPECT_EQ(scheduler_.time(*first, CL_PROFILING_COMMAND_END), 210U);
}

TEST(IcdCallbacks, AreMadeOnceForEachStepAndWithTheStatus) {
  std::string log;
  {
    CallbackThread callbacks;
    Scheduler scheduler([] { return 0; }, callbacks);
    const auto context = std::make_shared<Context>(std::vector<cl_context_properties>(), nullptr);
    const auto user = std::make_shared<Event>(context);
    const auto queue = std::make_shared<CommandQueue>(context, 0);
    const auto event = std::make_shared<Event>(queue, CL_COMMAND_TASK, nullptr);
    scheduler.enqueue(event, {user}, Scheduler::Order::Usual);
    for (const cl_int trigger : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED}) {
      scheduler.add_callback(*event, trigger, [&log, trigger](cl_int status) {
        log += std::to_string(trigger) + ":" + std::to_string(status) + " ";
      });
    }
    scheduler.set_user_status(user, CL_COMPLETE);
    scheduler.add_callback(*event, CL_COMPLETE, [&log](cl_int) { log += "late "; });
  }  // the thread has made all calls when it ends
  EXPECT_EQ(log, "2:2 1:1 0:0 late ");
}

TEST(IcdCallbacks, TellOfAFailureAtEveryStep) {
  std::string log;
  {
    CallbackThread callbacks;
    Scheduler scheduler([] { return 0; }, callbacks);
    const auto user = std::make_shared<Event>(
        std::make_shared<Context>(std::vector<cl_context_properties>(), nullptr));
    scheduler.add_callback(*user, CL_COMPLETE,
                           [&log](cl_int status) { log += std::to_string(status) + " "; });
    scheduler.add_callback(*user, CL_RUNNING,
                           [&log](cl_int status) { log += std::to_string(status) + " "; });
    scheduler.set_user_status(user, -3);
  }
  EXPECT_EQ(log, "-3 -3 ");
}

}  // namespace
}  // namespace lanefold::icd
