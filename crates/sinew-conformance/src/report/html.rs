//! The report as one page without dependencies: expected and measured values side by side.

use std::fmt::Write as _;

use super::Report;
use crate::result::{CaseResult, Outcome, Section, Verdict, error_text};

const STYLE: &str = "\
:root { color-scheme: light dark; --text: #1c2024; --dim: #697077; --line: #d8dce0; --back: #ffffff; --panel: #f5f6f8;
  --good: #18794e; --bad: #c62a2f; --other: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8ea; --dim: #9aa1a8; --line: #34393f; --back: #15181b;
  --panel: #1d2125; --good: #4cc38a; --bad: #ff6369; --other: #f1a10d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
p { margin: .25rem 0 1rem; } .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: var(--dim); font-weight: 500; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.numbers { font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
details { background: var(--panel); border-radius: 6px; margin: .4rem 0; padding: .5rem .9rem; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline; }
summary .name { flex: 1; overflow-wrap: anywhere; } summary:focus-visible { outline: 2px solid var(--dim); }
.passed { color: var(--good); } .failed { color: var(--bad); } .unsupported, .skipped { color: var(--other); }
.scroll { overflow-x: auto; }
";

pub(super) fn write(report: &Report) -> String {
    let mut page = String::new();
    let runner = escape(&report.runner);
    let _ = writeln!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Conformance of {runner}</title>\n<style>\n{STYLE}</style>\n<h1>Conformance of {runner}</h1>"
    );
    push_counts(&mut page, report);
    let sections = report.sections();
    push_sections(&mut page, &sections);
    for section in &sections {
        let (extension, name) = (escape(section.extension), escape(section.name));
        let _ = writeln!(page, "<h2>{extension} <span class=\"dim\">{name}</span></h2>");
        for result in &section.results {
            push_case(&mut page, result);
        }
    }
    page + "</html>\n"
}

fn push_counts(page: &mut String, report: &Report) {
    let mut counts = Vec::new();
    for verdict in [Verdict::Passed, Verdict::Failed, Verdict::Unsupported, Verdict::Skipped] {
        let cases = report.count(verdict);
        if cases > 0 || verdict == Verdict::Passed {
            counts.push(format!("<span class=\"{0}\">{cases} {0}</span>", verdict.name()));
        }
    }
    let _ = writeln!(
        page,
        "<p>{} cases: {} <span class=\"dim\">in {:.1} s. Errors are divided by the tolerance: above 1 fails.</span></p>",
        report.results.len(),
        counts.join(", "),
        report.seconds
    );
}

fn push_sections(page: &mut String, sections: &[Section]) {
    *page += "<div class=\"scroll\"><table>\n<tr><th>extension<th>section<th class=\"n\">passed<th class=\"n\">failed\
              <th class=\"n\">unsupported<th class=\"n\">largest error of those that pass</tr>\n";
    for section in sections {
        let counts = [Verdict::Passed, Verdict::Failed, Verdict::Unsupported].map(|verdict| section.count(verdict));
        let failed = if counts[1] > 0 { " failed" } else { "" };
        let _ = writeln!(
            page,
            "<tr><td>{}<td>{}<td class=\"n\">{}<td class=\"n{failed}\">{}<td class=\"n\">{}<td class=\"n\">{}</tr>",
            escape(section.extension),
            escape(section.name),
            counts[0],
            counts[1],
            counts[2],
            error_text(section.error())
        );
    }
    *page += "</table></div>\n";
}

fn push_case(page: &mut String, result: &CaseResult) {
    let verdict = result.verdict();
    let open = if verdict == Verdict::Failed { " open" } else { "" };
    let _ = writeln!(
        page,
        "<details{open}><summary><span class=\"name\">{}</span><span class=\"dim\">{}</span>\
         <span class=\"{2}\">{2}</span></summary>\n<p class=\"dim\">{3}</p>",
        escape(result.case.title()),
        error_text(result.error()),
        verdict.name(),
        escape(result.case.name())
    );
    for (dialect, outcome) in &result.files {
        push_file(page, dialect, outcome);
    }
    *page += "</details>\n";
}

fn push_file(page: &mut String, dialect: &str, outcome: &Outcome) {
    let class = outcome.verdict().name();
    let dialect = escape(dialect);
    match outcome {
        Outcome::Judged(judgements) => {
            let _ = writeln!(
                page,
                "<div class=\"scroll\"><table>\n<tr><th>{dialect}<th>expected<th>measured<th class=\"n\">error</tr>"
            );
            for one in judgements {
                let class = if one.is_met() { "n" } else { "n failed" };
                let _ = writeln!(
                    page,
                    "<tr><td>{}<td class=\"numbers\">{}<td class=\"numbers\">{}<td class=\"{class}\">{}</tr>",
                    escape(&one.label),
                    escape(&one.expected),
                    escape(&one.measured),
                    error_text(Some(one.error))
                );
            }
            *page += "</table></div>\n";
        }
        Outcome::Unsupported(reason) | Outcome::NoAnswer(reason) => {
            let _ = writeln!(page, "<p>{dialect}: <span class=\"{class}\">{}</span></p>", escape(reason));
        }
        Outcome::Skipped => {
            let _ = writeln!(page, "<p>{dialect}: <span class=\"{class}\">not run</span></p>");
        }
    }
}

/// Escapes text from files and other programs, so that it cannot contain markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
