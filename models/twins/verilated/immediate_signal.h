// SPDX-License-Identifier: Apache-2.0
// A SystemC channel without a kernel: what is written can be read at once.
#pragma once

#include <systemc>

namespace lanefold {

/// Binds to the ports of a module whose process is called directly. It never notifies of a
/// change. Belongs to the SystemC context in which it was made.
template <class T>
class ImmediateSignal : public sc_core::sc_signal_inout_if<T> {
 public:
  const T& read() const override { return value_; }
  void write(const T& value) override { value_ = value; }
  /// For values that are too wide to be copied.
  T& value() { return value_; }

  const T& get_data_ref() const override { return value_; }
  bool event() const override { return false; }
  const sc_core::sc_event& default_event() const override { return never_; }
  const sc_core::sc_event& value_changed_event() const override { return never_; }

 protected:
  const sc_core::sc_event& never() const { return never_; }

 private:
  T value_{};
  sc_core::sc_event never_;
};

/// Ports of bits ask for edges, too.
class ImmediateBit : public ImmediateSignal<bool> {
 public:
  const sc_core::sc_event& posedge_event() const override { return never(); }
  const sc_core::sc_event& negedge_event() const override { return never(); }
  bool posedge() const override { return false; }
  bool negedge() const override { return false; }
};

}  // namespace lanefold
