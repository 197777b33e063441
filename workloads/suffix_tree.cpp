// SPDX-License-Identifier: Apache-2.0
// Ukkonen's construction of a suffix tree: one base after the other, leaves with their final
// length.
#include "workloads/suffix_tree.h"

#include <cstddef>
#include <utility>

namespace lanefold {
namespace {

constexpr std::uint32_t kRoot = 0;

/// The longest suffix so far that occurs twice ends `length_` bases behind node `at_`, on its edge
/// that begins with base `edge_` of the text.
class SuffixTreeBuilder {
 public:
  explicit SuffixTreeBuilder(const Bases& text) : text_(text), nodes_(1) {}

  std::vector<SuffixTreeNode> build() {
    for (std::uint32_t end = 0; end < text_.size(); ++end) add_base(end);
    return std::move(nodes_);
  }

 private:
  /// Makes paths of all suffixes that end with base `end`.
  void add_base(std::uint32_t end) {
    ++open_suffixes_;
    without_link_ = kRoot;
    while (open_suffixes_ > 0) {
      if (length_ == 0) edge_ = end;
      const std::uint32_t child = nodes_[at_].children.at(text_[edge_]);
      if (child == kRoot) {
        add_leaf(at_, end);
        link_to(at_);
      } else if (length_ >= nodes_[child].edge_length) {
        edge_ += nodes_[child].edge_length;
        length_ -= nodes_[child].edge_length;
        at_ = child;
        continue;
      } else if (text_[nodes_[child].edge_start + length_] == text_[end]) {
        ++length_;
        link_to(at_);
        return;  // and so are all shorter suffixes
      } else {
        const std::uint32_t middle = split_edge(child);
        add_leaf(middle, end);
        link_to(middle);
      }
      --open_suffixes_;
      go_to_shorter_suffix(end);
    }
  }

  void go_to_shorter_suffix(std::uint32_t end) {
    if (at_ != kRoot) {
      at_ = nodes_[at_].suffix_link;
    } else if (length_ > 0) {
      --length_;
      edge_ = end + 1 - open_suffixes_;
    }
  }

  std::uint32_t add_node(std::uint32_t start, std::uint32_t length) {
    SuffixTreeNode node;
    node.edge_start = start;
    node.edge_length = length;
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  void add_leaf(std::uint32_t parent, std::uint32_t start) {
    const auto rest = static_cast<std::uint32_t>(text_.size()) - start;
    const std::uint32_t leaf = add_node(start, rest);
    nodes_[parent].children.at(text_[start]) = leaf;
  }

  /// Puts a node between the node `at_` and `child`, behind `length_` bases.
  std::uint32_t split_edge(std::uint32_t child) {
    const std::uint32_t start = nodes_[child].edge_start;
    const std::uint32_t middle = add_node(start, length_);
    nodes_[at_].children.at(text_[start]) = middle;
    nodes_[child].edge_start += length_;
    nodes_[child].edge_length -= length_;
    nodes_[middle].children.at(text_[start + std::size_t{length_}]) = child;
    return middle;
  }

  /// The inner node made last, if any, has the path of `node` behind its first base.
  void link_to(std::uint32_t node) {
    if (without_link_ != kRoot) nodes_[without_link_].suffix_link = node;
    without_link_ = node;
  }

  const Bases& text_;
  std::vector<SuffixTreeNode> nodes_;
  std::uint32_t at_ = kRoot;
  std::uint32_t edge_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t open_suffixes_ = 0;
  std::uint32_t without_link_ = kRoot;
};

}  // namespace

std::vector<SuffixTreeNode> build_suffix_tree(const Bases& text) {
  return SuffixTreeBuilder(text).build();
}

}  // namespace lanefold
