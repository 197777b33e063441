// SPDX-License-Identifier: Apache-2.0
// A factory that puts something into edges, whatever they carry.
#pragma once

#include "machine/top/block_factory.h"

namespace lanefold {

/// `Derived` has a function template that returns what the sender of an edge binds to:
///   template <class Protocol>
///   CallSocket<Protocol>& put_into(Edge edge, const CoreContext& core, CallSocket<Protocol>&
///   target);
template <class Derived>
class SplicingFactory : public BlockFactory {
 public:
  Spliced<WarpProtocol> splice(Edge edge, const CoreContext& core,
                               CallSocket<WarpProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<ThreadProtocol> splice(Edge edge, const CoreContext& core,
                                 CallSocket<ThreadProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<ArrivalProtocol> splice(Edge edge, const CoreContext& core,
                                  CallSocket<ArrivalProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<DivisionProtocol> splice(Edge edge, const CoreContext& core,
                                   CallSocket<DivisionProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<MdtProtocol> splice(Edge edge, const CoreContext& core,
                              CallSocket<MdtProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<SlipProtocol> splice(Edge edge, const CoreContext& core,
                               CallSocket<SlipProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<CompletionProtocol> splice(Edge edge, const CoreContext& core,
                                     CallSocket<CompletionProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<SliceProtocol> splice(Edge edge, const CoreContext& core,
                                CallSocket<SliceProtocol>& target) override {
    return self().put_into(edge, core, target);
  }
  Spliced<AdaptationProtocol> splice(Edge edge, const CoreContext& core,
                                     CallSocket<AdaptationProtocol>& target) override {
    return self().put_into(edge, core, target);
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
};

}  // namespace lanefold
