// SPDX-License-Identifier: Apache-2.0
// A factory that puts something into edges, whatever they carry.
#pragma once

#include "machine/top/block_factory.h"

namespace lanefold {

/// Overrides the function of each protocol, one after the other.
template <class Derived, class Base, class... Protocols>
class Splicing : public Base {};

template <class Derived, class Base, class Protocol, class... Others>
class Splicing<Derived, Base, Protocol, Others...> : public Splicing<Derived, Base, Others...> {
 public:
  using Splicing<Derived, Base, Others...>::splice;
  CallSocket<Protocol>& splice(Edge edge, const CoreContext& core,
                               CallSocket<Protocol>& target) override {
    return static_cast<Derived&>(*this).put_into(edge, core, target);
  }
};

template <class Derived, class... Protocols>
Splicing<Derived, BlockFactory, Protocols...> splicing_of(const Edges<Protocols...>*);

/// `Derived` has a function template that returns what the sender of an edge binds to:
///   template <class Protocol>
///   CallSocket<Protocol>& put_into(Edge edge, const CoreContext& core, CallSocket<Protocol>&
///   target);
template <class Derived>
using SplicingFactory = decltype(splicing_of<Derived>(static_cast<const EdgesOfACore*>(nullptr)));

}  // namespace lanefold
