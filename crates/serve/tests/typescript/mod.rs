//! The published schema as TypeScript: a type for each definition, and for each operation one of its
//! request and one of its response. It knows what our schemas consist of, and stops at anything
//! else.

use std::fmt::Write;

use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// The whole file.
pub fn typescript(schema: &Value) -> String {
    let mut out = String::from(
        "// The shapes of docs/protocol.md. Written by `cargo xtask protocol` from the schemas that\n\
         // the server publishes: change those, not this file.\n",
    );
    for (name, definition) in object(&schema["$defs"]) {
        named(&mut out, name, definition);
    }
    for (table, title, about) in [
        (
            "ops",
            "Requests",
            "What can be asked at /api: the fields of requests and responses.",
        ),
        ("library", "LibraryRequests", "The same at /api/library."),
        ("trial", "TrialRequests", "The same at /api/trial."),
    ] {
        let prefix = title.trim_end_matches("Requests");
        let mut index = format!("\n/** {about} */\nexport interface {title} {{\n");
        for (op, pair) in object(&schema[table]) {
            let capital = op[..1].to_uppercase() + &op[1..];
            let (request, response) = (
                format!("{prefix}{capital}Request"),
                format!("{prefix}{capital}Response"),
            );
            named(&mut out, &request, &without(&pair["request"], "op"));
            let mut success = without(&pair["response"]["oneOf"][0], "ok");
            if let Some(object) = success.as_object_mut() {
                // The words of the wrapper, the same for all.
                object.shift_remove("description");
            }
            named(&mut out, &response, &success);
            let _ = writeln!(index, "  {op}: [{request}, {response}];");
        }
        out += &index;
        out += "}\n";
    }
    out
}

fn object(value: &Value) -> &Object {
    value
        .as_object()
        .unwrap_or_else(|| panic!("not an object: {value}"))
}

/// The schema of an object without one of its fields: `op` and `ok` are added and looked at where
/// requests are sent.
fn without(schema: &Value, field: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.shift_remove(field);
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name != field);
    }
    schema
}

fn named(out: &mut String, name: &str, schema: &Value) {
    out.push('\n');
    *out += &comment(schema, "");
    let plain = |key: &str| schema.get(key).is_none();
    let is_object = schema.get("properties").is_some()
        && ["oneOf", "anyOf", "allOf", "$ref"]
            .iter()
            .all(|key| plain(key));
    let text = ts(schema, "");
    let gap = if text.starts_with('\n') { "" } else { " " };
    let _ = match is_object {
        true => writeln!(out, "export interface {name} {text}"),
        false => writeln!(out, "export type {name} ={gap}{text};"),
    };
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else {
        return String::new();
    };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{indent}/** {words} */\n")
}

/// The type of a schema; what follows a line break in it is indented by this much.
fn ts(schema: &Value, indent: &str) -> String {
    let schema = match schema {
        Value::Bool(true) => return "unknown".to_owned(),
        other => object(other),
    };
    let mut all: Vec<String> = Vec::new();
    if let Some(Value::String(to)) = schema.get("$ref") {
        all.push(to.rsplit('/').next().unwrap_or_default().to_owned());
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(some)) = schema.get(key) {
            all.push(union(some, indent));
        }
    }
    if let Some(Value::Array(every)) = schema.get("allOf") {
        all.extend(every.iter().map(|one| bracketed(&ts(one, indent))));
    }
    if let Some(value) = schema.get("const") {
        all.push(value.to_string());
    } else if let Some(Value::Array(values)) = schema.get("enum") {
        let words: Vec<String> = values.iter().map(Value::to_string).collect();
        all.push(words.join(" | "));
    } else if schema.contains_key("properties") || schema.contains_key("additionalProperties") {
        // The rest of a union's variant may have been said already.
        let has_fields = schema
            .get("properties")
            .is_some_and(|p| !object(p).is_empty());
        if all.is_empty() || has_fields || schema.contains_key("additionalProperties") {
            let kinds = schema.get("type").and_then(Value::as_array);
            let may_be_null = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
            let null = if may_be_null { " | null" } else { "" };
            all.push(fields(schema, indent) + null);
        }
    } else if let Some(kind) = schema.get("type") {
        match kind {
            Value::String(kind) if kind == "object" && !all.is_empty() => {}
            Value::String(kind) => all.push(simple(kind, schema, indent)),
            Value::Array(kinds) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                let kinds: Vec<String> = kinds.map(|kind| simple(kind, schema, indent)).collect();
                all.push(kinds.join(" | "));
            }
            other => panic!("not a type: {other}"),
        }
    }
    match all.as_slice() {
        [] => "unknown".to_owned(),
        [one] => one.clone(),
        several => {
            let parts: Vec<String> = several.iter().map(|part| bracketed(part)).collect();
            parts.join(" & ")
        }
    }
}

/// Variants, each on a line of its own unless they are short.
fn union(variants: &[Value], indent: &str) -> String {
    let words: Vec<String> = variants.iter().map(|one| ts(one, indent)).collect();
    if words.iter().map(String::len).sum::<usize>() < 80 && !words.concat().contains('\n') {
        return words.join(" | ");
    }
    let inner = format!("{indent}  ");
    let mut out = String::new();
    for variant in variants {
        out.push('\n');
        out += &comment(variant, &inner);
        let _ = write!(out, "{inner}| {}", ts(variant, &inner));
    }
    out
}

/// In brackets where it would otherwise be torn apart.
fn bracketed(text: &str) -> String {
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            '|' if depth == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text.to_owned()
}

fn fields(schema: &Object, indent: &str) -> String {
    let empty = Map::new();
    let properties = schema.get("properties").map_or(&empty, object);
    let required = |name: &str| {
        let required = schema.get("required").and_then(Value::as_array);
        required.is_some_and(|all| all.iter().any(|one| one == name))
    };
    let other = match schema.get("additionalProperties") {
        None | Some(Value::Bool(false)) => None,
        Some(other) => Some(ts(other, indent)),
    };
    if let (true, Some(other)) = (properties.is_empty(), &other) {
        return format!("Record<string, {other}>");
    }
    let inner = format!("{indent}  ");
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", ts(schema, &inner))
    };
    let mut all: Vec<String> = properties.iter().map(field).collect();
    all.extend(other.map(|other| format!("[field: string]: {other}")));
    let line = format!("{{ {} }}", all.join("; "));
    let silent = properties
        .values()
        .all(|one| one.get("description").is_none());
    if all.is_empty() {
        return "{}".to_owned();
    }
    if silent && line.len() < 80 && !line.contains('\n') {
        return line;
    }
    let mut out = "{\n".to_owned();
    let comments = properties.values().map(|one| comment(one, &inner));
    for (comment, field) in comments.chain([String::new()]).zip(&all) {
        let _ = writeln!(out, "{comment}{inner}{field};");
    }
    out + indent + "}"
}

fn simple(kind: &str, schema: &Object, indent: &str) -> String {
    match kind {
        "string" | "boolean" | "null" => kind.to_owned(),
        "integer" | "number" => "number".to_owned(),
        "object" => "Record<string, unknown>".to_owned(),
        "array" => list(schema, indent),
        other => panic!("not a type: {other}"),
    }
}

fn list(schema: &Object, indent: &str) -> String {
    if let Some(Value::Array(each)) = schema.get("prefixItems") {
        let each: Vec<String> = each.iter().map(|one| ts(one, indent)).collect();
        return format!("[{}]", each.join(", "));
    }
    let one = schema
        .get("items")
        .map_or("unknown".to_owned(), |one| ts(one, indent));
    let bound = |key: &str| schema.get(key).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(least), Some(most)) if least == most && least < 10 => {
            format!("[{}]", vec![one; least as usize].join(", "))
        }
        _ => format!("{}[]", bracketed(&one)),
    }
}
