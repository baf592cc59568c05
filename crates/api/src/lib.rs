//! The protocol: a JSON request in, a JSON response out.
//!
//! [`answer`] is all there is to it. It is a function of its two arguments: nothing is kept from
//! one request to the next, nothing is read or written, and no clock is looked at; whoever calls
//! it says through the [`Budget`] when it is time to stop. So the server, the tests and a page
//! without a server get the same answers. `docs/protocol.md` is the description for people, and
//! [`schema`] the one for programs.
//!
//! An operation is a type that implements `Op` and one line in `OPS`. Nothing in here knows a
//! family by name, and nothing that comes in is used before it is [bounded](bounds).

mod analyse;
pub mod bounds;
mod catalogue;
mod draw;
mod error;
mod generate;
mod hint;
mod judge;
mod play;
mod rules;
mod schema;
mod text;
mod values;
mod verdict;

pub use error::Error;
pub use sat::Budget;
pub use schema::schema;
pub use text::read_all;
pub use values::{Picture, PuzzleIn, PuzzleOut, Slots, board, without_boards};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// An operation: its fields come out of the request.
trait Op<'a>: Deserialize<'a> + JsonSchema {
    type Response: Serialize + JsonSchema;

    fn answer(self, call: &Call<'a>) -> Result<Self::Response, Error>;
}

/// What an operation may use besides its own fields.
struct Call<'a> {
    /// The whole request, to say where in it something is wrong.
    request: &'a str,
    budget: Budget<'a>,
}

/// An operation with its type erased.
struct Entry {
    name: &'static str,
    answer: for<'a> fn(&Call<'a>) -> Result<String, Error>,
    request: fn(&mut SchemaGenerator) -> Schema,
    response: fn(&mut SchemaGenerator) -> Schema,
}

macro_rules! op {
    ($name:literal, $op:ty) => {
        Entry {
            name: $name,
            answer: |call| run::<$op>(call),
            request: |schemas| <$op>::json_schema(schemas),
            response: |schemas| {
                <Success<<$op as Op>::Response> as JsonSchema>::json_schema(schemas)
            },
        }
    };
}

const OPS: &[Entry] = &[
    op!("families", catalogue::Families),
    op!("formats", catalogue::Formats),
    op!("open", text::Open),
    op!("export", text::Export),
    op!("show", play::Show),
    op!("gesture", play::Gesture),
    op!("say", play::Say),
    op!("check", judge::Check),
    op!("solve", judge::Solve),
    op!("hint", hint::Hint),
    op!("help", hint::Help),
    op!("trace", analyse::Trace),
    op!("scratch", analyse::Scratch),
    op!("rate", analyse::Rate),
    op!("blank", draw::Blank),
    op!("resize", draw::Resize),
    op!("set", draw::Set),
    op!("canvas", draw::Canvas),
    op!("verdict", verdict::Verdict),
    op!("repair", verdict::Repair),
    op!("generate", generate::Generate),
];

/// The response to a request. Never panics because of what is in the request, and never takes
/// longer than the budget where the work is open-ended.
pub fn answer(request: &str, budget: Budget) -> String {
    dispatch(&Call { request, budget }).unwrap_or_else(Error::response)
}

fn dispatch(call: &Call) -> Result<String, Error> {
    #[derive(Deserialize)]
    struct Head {
        op: String,
    }
    bounds::request(call.request)?;
    let Head { op } = read(call.request)?;
    let Some(entry) = OPS.iter().find(|entry| entry.name == op) else {
        let known: Vec<&str> = OPS.iter().map(|entry| entry.name).collect();
        return Err(Error::new(format!(
            "unknown op {op:?}; there are {}",
            known.join(", ")
        )));
    };
    (entry.answer)(call)
}

/// The fields of a request.
pub fn read<'a, T: Deserialize<'a>>(request: &'a str) -> Result<T, Error> {
    serde_json::from_str(request).map_err(|e| Error::json(request, &e))
}

fn run<'a, T: Op<'a>>(call: &Call<'a>) -> Result<String, Error> {
    Ok(success(&read::<T>(call.request)?.answer(call)?))
}

/// The response when all is well: an object of these fields.
pub fn success(response: &impl Serialize) -> String {
    let success = Success { ok: true, response };
    serde_json::to_string(&success).expect("responses have string keys only")
}

#[derive(Serialize, JsonSchema)]
struct Success<T> {
    #[schemars(extend("const" = true))]
    ok: bool,
    #[serde(flatten)]
    response: T,
}
