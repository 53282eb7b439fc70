//! Where an expression can be broken, and how.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprMethodCall, Lit, Member, UnOp};

/// An expression and the texts that may stand in its place. A text that does not compile gives way to the next one of
/// its alternative.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) range: Range<usize>,
    pub(crate) alternatives: Vec<Alternative>,
    /// The function that it is in.
    pub(crate) function: String,
}

/// One way to break an expression, spelt so that one of the spellings may fit its types.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub(crate) spellings: Vec<String>,
}

/// The sites of a file, outermost first.
pub(crate) fn sites(source: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, sites: Vec::new(), functions: Vec::new() };
    finder.visit_file(&file);
    let mut sites = finder.sites;
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    Ok(sites)
}

struct Finder<'a> {
    source: &'a str,
    sites: Vec<Site>,
    functions: Vec<String>,
}

impl Finder<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.byte_range()]
    }

    fn add(&mut self, span: Span, spellings: Vec<String>) {
        let Some(function) = self.functions.last().cloned() else { return };
        let range = span.byte_range();
        let alternative = Alternative { spellings };
        match self.sites.iter_mut().find(|site| site.range == range) {
            Some(site) => site.alternatives.push(alternative),
            None => self.sites.push(Site { range, alternatives: vec![alternative], function }),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) {
        let (left, right) = (self.text(binary.left.span()), self.text(binary.right.span()));
        let with = |sign: &str| vec![format!("{left} {sign} {right}")];
        let spellings = match binary.op {
            BinOp::Add(_) => with("-"),
            BinOp::Sub(_) => with("+"),
            // Rotations and matrices are not divided, but have an order.
            BinOp::Mul(_) => vec![format!("{left} / {right}"), format!("{right} * {left}")],
            BinOp::Div(_) => with("*"),
            BinOp::Lt(_) => with(">="),
            BinOp::Le(_) => with(">"),
            BinOp::Gt(_) => with("<="),
            BinOp::Ge(_) => with("<"),
            BinOp::Eq(_) => with("!="),
            BinOp::Ne(_) => with("=="),
            BinOp::And(_) => with("||"),
            BinOp::Or(_) => with("&&"),
            BinOp::AddAssign(_) => with("-="),
            BinOp::SubAssign(_) => with("+="),
            BinOp::MulAssign(_) => with("/="),
            BinOp::DivAssign(_) => with("*="),
            BinOp::BitOrAssign(_) => with("&="),
            BinOp::BitAndAssign(_) => with("|="),
            BinOp::BitAnd(_) => with("|"),
            BinOp::BitOr(_) => with("&"),
            _ => return,
        };
        self.add(binary.span(), spellings);
    }

    fn literal(&mut self, literal: &syn::ExprLit) {
        let spelling = match &literal.lit {
            Lit::Bool(value) => (!value.value).to_string(),
            Lit::Float(value) if value.base10_parse::<f64>().is_ok_and(|number| number == 0.0) => {
                format!("1.0{}", value.suffix())
            }
            Lit::Float(_) => format!("-{}", self.text(literal.span())),
            Lit::Int(value) => match value.base10_parse::<u64>() {
                Ok(number) => format!("{}{}", number + 1, value.suffix()),
                Err(_) => return,
            },
            _ => return,
        };
        self.add(literal.span(), vec![spelling]);
    }

    /// The next axis in the place of one.
    fn field(&mut self, field: &syn::ExprField) {
        let Member::Named(name) = &field.member else { return };
        let next = match name.to_string().as_str() {
            "x" => "y",
            "y" => "z",
            "z" => "x",
            "x_axis" => "y_axis",
            "y_axis" => "z_axis",
            "z_axis" => "x_axis",
            _ => return,
        };
        let base = self.text(field.base.span());
        self.add(field.span(), vec![format!("{base}.{next}")]);
    }

    fn path(&mut self, path: &syn::ExprPath) {
        let text = self.text(path.span());
        let next = [("::X", "::Y"), ("::Y", "::Z"), ("::Z", "::X")];
        let Some(spelling) = next.iter().find_map(|(this, next)| Some(format!("{}{next}", text.strip_suffix(this)?)))
        else {
            return;
        };
        self.add(path.span(), vec![spelling]);
    }

    fn method(&mut self, call: &ExprMethodCall) {
        let receiver = self.text(call.receiver.span());
        let argument = call.args.first().map(|argument| self.text(argument.span()));
        let spelling = match (call.method.to_string().as_str(), argument) {
            ("min", Some(argument)) => format!("{receiver}.max({argument})"),
            ("max", Some(argument)) => format!("{receiver}.min({argument})"),
            ("cross", Some(argument)) => format!("({argument}).cross({receiver})"),
            ("conjugate" | "inverse" | "abs" | "recip" | "transpose", None) => receiver.to_owned(),
            _ => return,
        };
        self.add(call.span(), vec![spelling]);
    }

    /// The arguments of a call in another order, where two of them look alike.
    fn call(&mut self, call: &syn::ExprCall) {
        if !matches!(self.text(call.func.span()), "atan2" | "rotation_between") {
            return;
        }
        let arguments: Vec<&str> = call.args.iter().map(|argument| self.text(argument.span())).collect();
        let [first, second] = arguments[..] else { return };
        let spelling = format!("{}({second}, {first})", self.text(call.func.span()));
        self.add(call.span(), vec![spelling]);
    }

    /// A condition that is no comparison, denied.
    fn condition(&mut self, condition: &Expr) {
        if matches!(condition, Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) | Expr::Call(_)) {
            let text = format!("!({})", self.text(condition.span()));
            self.add(condition.span(), vec![text]);
        }
    }
}

/// Whether an item is for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test")))
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.functions.push(item.sig.ident.to_string());
            visit::visit_block(self, &item.block);
            self.functions.pop();
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            self.functions.push(item.sig.ident.to_string());
            visit::visit_block(self, &item.block);
            self.functions.pop();
        }
    }

    // Whatever the compiler evaluates cannot ask the environment.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(binary) => self.binary(binary),
            Expr::Lit(literal) => self.literal(literal),
            Expr::Field(field) => self.field(field),
            Expr::Path(path) => self.path(path),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::If(choice) => self.condition(&choice.cond),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) => {
                let inner = self.text(unary.expr.span()).to_owned();
                self.add(unary.span(), vec![inner]);
                // Turning the number behind the sign would be the same.
                if matches!(*unary.expr, Expr::Lit(_)) {
                    return;
                }
            }
            Expr::Assign(assign) => return self.visit_expr(&assign.right),
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            // A place to write to has to stay a place.
            Expr::Reference(reference) if reference.mutability.is_some() => return,
            _ => {}
        }
        match expression {
            Expr::Binary(binary) if is_assignment(&binary.op) => self.visit_expr(&binary.right),
            // The name of a function is no value.
            Expr::Call(call) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
            _ => visit::visit_expr(self, expression),
        }
    }
}

fn is_assignment(sign: &BinOp) -> bool {
    matches!(
        sign,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::BitAndAssign(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(source: &str) -> Vec<String> {
        let sites = sites(source).unwrap();
        sites.into_iter().flat_map(|site| site.alternatives).flat_map(|one| one.spellings).collect()
    }

    #[test]
    fn signs_axes_literals_and_calls_are_broken() {
        let source = "fn f(a: Vec3, b: f32) -> f32 { if a.x < -b { atan2(b, 2.0) } else { b.min(0.0) + 1.5 } }";
        let found = spellings(source);
        for one in ["a.x >= -b", "a.y", "b", "atan2(2.0, b)", "-2.0", "b.min(0.0) - 1.5", "b.max(0.0)", "1.0", "-1.5"] {
            assert!(found.iter().any(|spelling| spelling == one), "{one} is not in {found:?}");
        }
    }

    #[test]
    fn what_the_compiler_evaluates_and_tests_are_left_alone() {
        let source = "const A: f32 = 1.0 + 2.0; const fn f() -> f32 { 1.0 - 2.0 } fn g() { let [a, 0] = [1; 3]; }
                      #[cfg(test)] mod tests { fn h() { 1 + 1; } }";
        assert_eq!(spellings(source), ["2"]);
    }
}
