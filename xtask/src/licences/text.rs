//! Texts of licences: which licence a text is, whose copyright it names, and what it says
//! otherwise. The last is the same in hundreds of packages, and printed once.

/// How a text of a licence is known: words of it, in small letters with single spaces. The first
/// that fits counts.
const KNOWN: [(&str, &str); 9] = [
    ("OFL-1.1", "sil open font license version 1.1"),
    (
        "Apache-2.0 WITH LLVM-exception",
        "llvm exceptions to the apache 2.0 license",
    ),
    (
        "Apache-2.0",
        "terms and conditions for use, reproduction, and distribution",
    ),
    ("Unicode-3.0", "unicode license v3"),
    ("BSD-3-Clause", "neither the name"),
    (
        "BSD-2-Clause",
        "redistribution and use in source and binary forms",
    ),
    ("MIT", "permission is hereby granted, free of charge"),
    (
        "Zlib",
        "this software is provided 'as-is', without any express",
    ),
    (
        "ISC",
        "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided",
    ),
];

/// Where the part begins that is the same for everybody; before it are title and copyright.
const BEGINNINGS: [&str; 5] = [
    "Permission is hereby granted",
    "Permission to use, copy",
    "Redistribution and use",
    "This software is provided",
    "This Font Software is licensed",
];

/// A licence as it stands in one package.
pub struct Text {
    /// Which licence it is.
    pub licence: &'static str,
    /// Who holds the copyright, a line each. Empty where the text is one that names nobody.
    pub copyright: Vec<String>,
    /// What the licence says, the same in many packages.
    pub body: String,
}

impl Text {
    /// Take a file apart, if it is a licence that is known here.
    pub fn of(file: &str) -> Option<Text> {
        let file = file.replace("\r\n", "\n").replace('\u{feff}', "");
        let words = words(&file);
        let (licence, _) = KNOWN.iter().find(|(_, mark)| words.contains(mark))?;
        let begins = BEGINNINGS.iter().filter_map(|b| file.find(b)).min();
        let at = match *licence {
            "Apache-2.0" | "Apache-2.0 WITH LLVM-exception" | "Unicode-3.0" => 0,
            _ => begins.unwrap_or(0),
        };
        let at = file[..at].rfind('\n').map_or(0, |end| end + 1);
        Some(Text {
            licence,
            copyright: copyright(&file[..at]),
            body: tidy(&file[at..]),
        })
    }

    /// What is the same for two texts that say the same: letters and figures only.
    pub fn key(&self) -> String {
        let letters = self.body.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    }
}

fn words(text: &str) -> String {
    let plain = text.to_lowercase().replace(['"', '“', '”', '#', '*'], " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines above a licence that name somebody, with the lines into which they run on.
fn copyright(head: &str) -> Vec<String> {
    let mut holders: Vec<String> = Vec::new();
    let mut runs_on = false;
    for line in head.lines() {
        let line = line.trim().trim_start_matches(['#', '>', '*']).trim();
        let small = line.to_lowercase();
        let names = small.contains("copyright") || line.contains('©');
        let title = small.contains("licen") && !names;
        if names {
            if !holders.iter().any(|holder| holder == line) {
                holders.push(line.to_owned());
            }
        } else if let Some(last) = holders.last_mut()
            && runs_on
            && !line.is_empty()
            && !title
        {
            *last += &format!(" {line}");
        }
        runs_on = names || (runs_on && !line.is_empty() && !title);
    }
    holders
}

/// Without spaces at the ends of lines, and without empty lines around it.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::Text;

    const MIT: &str = "The MIT License (MIT)\n\nCopyright (c) 2020 Ann\nCopyright (c) 2021\nBob\n\n\
                       Permission is hereby granted, free of charge, to any person\n";

    #[test]
    fn a_text_is_taken_apart() {
        let text = Text::of(MIT).expect("known");
        assert_eq!(text.licence, "MIT");
        let names = ["Copyright (c) 2020 Ann", "Copyright (c) 2021 Bob"];
        assert_eq!(text.copyright, names);
        let body = "Permission is hereby granted, free of charge, to any person";
        assert_eq!(text.body, body);
    }

    #[test]
    fn how_lines_are_broken_is_no_difference() {
        let other = MIT.replace("free of charge, ", "FREE OF CHARGE,\r\n");
        let key = |text: &str| Text::of(text).expect("known").key();
        assert_eq!(key(MIT), key(&other));
        assert_ne!(key(MIT), key(&MIT.replace("any person", "some persons")));
    }

    #[test]
    fn other_texts_are_none() {
        assert!(Text::of("See the licences beside this file.").is_none());
    }
}
