//! All reports as one page: nothing is loaded from elsewhere, it reads on a phone and prints.

use serde::{Deserialize, Serialize};

use super::entry::STUDIES;
use super::plot::{escaped, font_style};
use super::report::Report;
use super::table::{Side, Table};

/// What a reader must know to judge figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Names and values, in order: machine, versions, seed, sample.
    pub facts: Vec<(String, String)>,
}

const STYLE: &str = "\
body{font:16px/1.45 'Gridwright Sans',system-ui,sans-serif;max-width:54rem;margin:1.5rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.3rem;margin-top:2.5rem;border-bottom:2px solid #222}h3{font-size:1.1rem;margin:2rem 0 .3rem}
p{margin:.4rem 0}.small{font-size:.9rem;color:#444}.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;font-size:.88rem}caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{padding:.15rem .5rem;text-align:left;white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
thead th{border-bottom:1px solid #222}.published{background:#f1f1f1}.ours{background:#e8f1fa}
tbody tr:nth-child(5n) td{border-bottom:1px solid #ccc}svg{max-width:100%;height:auto;margin:.5rem .5rem .5rem 0;border:1px solid #ddd}
nav a{margin-right:.8rem;white-space:nowrap}code{font-size:.85rem;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dd{margin:0}
@media(max-width:30rem){body{font-size:15px;padding:0 .6rem}dl{display:block}dd{margin:0 0 .4rem}}
@media print{nav{display:none}h3{break-after:avoid}svg,table{break-inside:avoid}.wide{overflow:visible}}";

/// The page.
pub fn page(facts: &Facts, reports: &[Report]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Experiments</title>\n<style>{}\n{STYLE}</style>\n\
         <h1>The experiments of five studies, run with Gridwright</h1>\n\
         <p>In each table the grey columns were published, the blue ones come from this run. Times are \
         those of two different machines: compare their ratios, not the times.</p>\n<dl>\n",
        font_style()
    );
    for (name, value) in &facts.facts {
        out += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    out += "</dl>\n<nav>\n";
    for report in reports {
        out += &format!(
            "<a href=\"#{}\">{}</a>\n",
            anchor(report),
            escaped(&report.id)
        );
    }
    out += "</nav>\n";
    for study in STUDIES {
        let of = |report: &&Report| report.id.split(' ').next() == Some(study.id);
        let mut own = reports.iter().filter(of).peekable();
        if own.peek().is_some() {
            out += &format!("<h2>{}</h2>\n", escaped(study.words));
        }
        for report in own {
            out += &section(report);
        }
    }
    out += "</html>\n";
    out
}

fn anchor(report: &Report) -> String {
    report.id.replace(' ', "-")
}

fn section(report: &Report) -> String {
    let mut out = format!(
        "<section id=\"{}\"><h3>{}</h3>\n<p class=\"small\"><code>{}</code> · {} · varied: {} · \
         measured: {} · sample: {}, {} · {:.1} s</p>\n",
        anchor(report),
        escaped(&report.title),
        escaped(&report.id),
        escaped(&report.source),
        escaped(&report.varied),
        escaped(&report.measured),
        escaped(&report.sample),
        escaped(&report.sample_words),
        report.seconds,
    );
    for table in &report.tables {
        out += &table_html(table);
    }
    for plot in &report.plots {
        // The font is in the head of the page.
        out += &plot.svg("");
    }
    for words in report.sentences() {
        out += &format!("<p>{}</p>\n", coded(&escaped(&words)));
    }
    if !report.material.is_empty() {
        out += "<details><summary class=\"small\">How the puzzles were made</summary>\n";
        for call in &report.material {
            out += &format!("<p><code>{}</code></p>\n", escaped(call));
        }
        out += "</details>\n";
    }
    out + "</section>\n"
}

/// What stands between two backticks, as code.
fn coded(words: &str) -> String {
    let parts: Vec<&str> = words.split('`').collect();
    let coded = |(i, part): (usize, &&str)| match i % 2 == 1 && i + 1 < parts.len() {
        true => format!("<code>{part}</code>"),
        false => (*part).to_owned(),
    };
    parts.iter().enumerate().map(coded).collect()
}

fn table_html(table: &Table) -> String {
    let class = |column: usize| {
        let side = match table.columns[column].side {
            Side::Key => "",
            Side::Published => "published",
            Side::Ours => "ours",
        };
        let number = if table.is_numeric(column) { " n" } else { "" };
        format!(" class=\"{side}{number}\"")
    };
    let mut out = format!(
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>",
        escaped(&table.name)
    );
    for (side, columns) in table.sides() {
        let (words, class) = match side {
            Side::Key => ("", ""),
            Side::Published => ("published", "published"),
            Side::Ours => ("ours", "ours"),
        };
        out += &format!("<th colspan=\"{columns}\" class=\"{class}\">{words}</th>");
    }
    out += "</tr><tr>";
    for (i, column) in table.columns.iter().enumerate() {
        out += &format!("<th{}>{}</th>", class(i), escaped(&column.title));
    }
    out += "</tr></thead><tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (i, cell) in row.iter().enumerate() {
            out += &format!("<td{}>{}</td>", class(i), escaped(&cell.text()));
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        let words = coded("as in `sky generate`, or not");
        assert_eq!(words, "as in <code>sky generate</code>, or not");
        assert_eq!(coded("nothing"), "nothing");
    }
}
