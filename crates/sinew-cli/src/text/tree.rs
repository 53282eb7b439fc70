//! The nodes of a model as a tree of lines.

use sinew::model::{Hierarchy, NodeId};

use super::{plain, style};

/// Guides are drawn for this many levels; what lies deeper is marked, so that a chain of a hundred thousand nodes does
/// not make lines of a hundred thousand guides.
const DEEPEST: usize = 16;

/// The maximum column of the right side.
const LEFT_AT_MOST: usize = 46;

/// A line of the tree.
struct Line {
    guides: String,
    name: String,
    index: String,
    carried: String,
}

impl Line {
    fn left_width(&self) -> usize {
        let gap = usize::from(!self.name.is_empty());
        plain::width(&self.guides) + plain::width(&self.name) + gap + self.index.len()
    }
}

/// The trees below the given roots, at most `limit` nodes, with what each node carries on the right; and how many nodes
/// were left out.
pub(crate) fn render(
    hierarchy: &Hierarchy,
    roots: &[NodeId],
    limit: usize,
    carried: impl Fn(NodeId) -> String,
) -> (String, usize) {
    let total: usize = roots.iter().map(|&root| hierarchy.subtree(root).len()).sum();
    let mut lines: Vec<Line> = Vec::new();
    for &root in roots {
        // For each level above the node at hand: the node there, and whether it is the last of its siblings.
        let mut above: Vec<(NodeId, bool)> = Vec::new();
        for node in hierarchy.subtree(root).take(limit - lines.len()) {
            while above.last().is_some_and(|&(last, _)| hierarchy.parent(node) != Some(last)) {
                above.pop();
            }
            let is_last = hierarchy.parent(node).is_none_or(|parent| end(hierarchy, node) == end(hierarchy, parent));
            let name = plain::line(hierarchy.name(node).unwrap_or_default());
            lines.push(Line {
                guides: guides(&above, is_last),
                name: plain::shorten(&name, LEFT_AT_MOST).into_owned(),
                index: format!("#{}", hierarchy.index(node).0),
                carried: carried(node),
            });
            above.push((node, is_last));
        }
    }
    let left = lines.iter().map(Line::left_width).max().unwrap_or(0).min(LEFT_AT_MOST);
    let hidden = total - lines.len();
    (lines.iter().map(|line| rendered(line, left)).collect(), hidden)
}

/// The end of a node's subtree: nodes are sorted parents first, with contiguous subtrees.
fn end(hierarchy: &Hierarchy, node: NodeId) -> usize {
    node.slot() + hierarchy.subtree(node).len()
}

fn guides(above: &[(NodeId, bool)], is_last: bool) -> String {
    // A root has no guide, so the children of a root are the first to draw one.
    let Some((_, levels)) = above.split_first() else { return String::new() };
    let deeper = levels.len().saturating_sub(DEEPEST);
    let mut guides = if deeper > 0 { format!("⋯{deeper} ") } else { String::new() };
    for &(_, is_last) in &levels[deeper..] {
        guides.push_str(if is_last { "   " } else { "│  " });
    }
    guides.push_str(if is_last { "└─ " } else { "├─ " });
    guides
}

fn rendered(line: &Line, left: usize) -> String {
    let mut text = format!("  {}", style::paint(style::DIM, &line.guides));
    if !line.name.is_empty() {
        text += &line.name;
        text.push(' ');
    }
    text += &style::paint(style::DIM, &line.index);
    if !line.carried.is_empty() {
        text.extend(std::iter::repeat_n(' ', left.saturating_sub(line.left_width()) + 2));
        text += &line.carried;
    }
    text.push('\n');
    text
}
