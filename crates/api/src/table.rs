//! The table of operations: what an operation is, how a request finds it, and its schema.
//!
//! An operation is a type that implements [`Op`], and one line in a [`Table`]. The protocol has a
//! table, and so has whoever answers requests that need more than a request and a budget, such as a
//! file: what they need is a type that implements [`Tools`]. Both tables are then published
//! together ([`Publication`]), so that programs find every request in one place.

use sat::Budget;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::Failure;
use crate::{Error, bounds};

/// What the operations of a table may use besides the request and the budget.
pub trait Tools: 'static {
    /// Why there is no answer.
    type Refusal: From<Error>;
}

/// Nothing else: the answer is a function of request and budget.
impl Tools for () {
    type Refusal = Error;
}

/// An operation: its fields come out of the request.
pub trait Op<'a, T: Tools = ()>: Deserialize<'a> + JsonSchema {
    /// The fields of the answer.
    type Response: Serialize + JsonSchema;

    /// The most bytes that a request may have.
    const MOST: usize = bounds::REQUEST;

    /// Do it.
    fn answer(self, call: &mut Call<'a, T>) -> Result<Self::Response, T::Refusal>;
}

/// What an operation may use besides its own fields.
pub struct Call<'a, T: Tools = ()> {
    /// The whole request, to say where in it something is wrong.
    pub request: &'a str,
    /// How long it may take.
    pub budget: Budget<'a>,
    /// What the table's operations need.
    pub tools: T,
}

/// The answer of an operation to a request, as text.
pub type Answer<T> = for<'a, 'c> fn(&'c mut Call<'a, T>) -> Result<String, <T as Tools>::Refusal>;

/// An operation with its type erased. The macro `table!` makes them.
pub struct Entry<T: Tools> {
    /// Its name in requests.
    pub name: &'static str,
    /// The most bytes that its requests may have.
    pub most: usize,
    /// What answers it.
    pub answer: Answer<T>,
    /// The schema of its fields.
    pub request: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of its answer.
    pub response: fn(&mut SchemaGenerator) -> Schema,
}

/// Operations by their names.
pub struct Table<T: Tools>(pub &'static [Entry<T>]);

/// A [`Table`]: the type of its tools, then a line per operation.
#[macro_export]
macro_rules! table {
    ($tools:ty; $($name:literal => $op:ty,)+) => {
        $crate::table::Table::<$tools>(&[$($crate::table::Entry {
            name: $name,
            most: <$op as $crate::table::Op<$tools>>::MOST,
            answer: |call| $crate::table::run::<$op, $tools>(call),
            request: |schemas| $crate::table::schema::<$op>(schemas),
            response: |schemas| $crate::table::response::<$op, $tools>(schemas),
        }),+])
    };
}

impl<T: Tools> Table<T> {
    /// The answer to a request. The tools are fetched once it is known which operation is meant.
    pub fn answer(
        &self,
        request: &str,
        budget: Budget,
        tools: impl FnOnce() -> Result<T, T::Refusal>,
    ) -> Result<String, T::Refusal> {
        #[derive(Deserialize)]
        struct Head {
            op: String,
        }
        bounds::request(request, bounds::ROWS)?;
        let Head { op } = read(request)?;
        let Some(entry) = self.0.iter().find(|entry| entry.name == op) else {
            let known: Vec<&str> = self.0.iter().map(|entry| entry.name).collect();
            let known = known.join(", ");
            return Err(Error::new(format!("unknown op {op:?}; there are {known}")).into());
        };
        bounds::request(request, entry.most)?;
        (entry.answer)(&mut Call {
            request,
            budget,
            tools: tools()?,
        })
    }
}

/// The fields of a request.
fn read<'a, T: Deserialize<'a>>(request: &'a str) -> Result<T, Error> {
    serde_json::from_str(request).map_err(|e| Error::json(request, &e))
}

/// Read the fields of an operation, answer it, and write the answer.
pub fn run<'a, O: Op<'a, T>, T: Tools>(call: &mut Call<'a, T>) -> Result<String, T::Refusal> {
    let response = read::<O>(call.request)?.answer(call)?;
    let success = Success { ok: true, response };
    Ok(serde_json::to_string(&success).expect("responses have string keys only"))
}

/// The schema of an operation's answer when all is well.
pub fn response<'a, O: Op<'a, T>, T: Tools>(schemas: &mut SchemaGenerator) -> Schema {
    schema::<Success<O::Response>>(schemas)
}

/// The schema of a type. A module for pages says nothing there, so that the code that writes schemas
/// is left out of it: it would only make it larger, since nobody can ask it for them.
pub fn schema<S: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    match cfg!(target_family = "wasm") {
        true => Schema::default(),
        false => S::json_schema(schemas),
    }
}

/// The response when all is well: an object of these fields.
#[derive(Serialize, JsonSchema)]
struct Success<R> {
    #[schemars(extend("const" = true))]
    ok: bool,
    #[serde(flatten)]
    response: R,
}

/// Tables as a JSON schema: the definitions in `$defs`, and under the name of each table the
/// requests and responses of its operations.
pub struct Publication {
    schemas: SchemaGenerator,
    tables: Map<String, Value>,
}

impl Publication {
    /// Nothing but a title.
    pub fn new(title: &str, description: &str) -> Publication {
        let schema = "https://json-schema.org/draft/2020-12/schema";
        let head = json!({ "$schema": schema, "title": title, "description": description });
        Publication {
            schemas: SchemaSettings::draft2020_12().into_generator(),
            tables: head.as_object().cloned().unwrap_or_default(),
        }
    }

    /// With one more table.
    pub fn with<T: Tools>(mut self, name: &str, table: &Table<T>) -> Publication {
        let failure = self.schemas.subschema_for::<Failure>();
        let mut ops = Map::new();
        for entry in table.0 {
            let mut request = (entry.request)(&mut self.schemas);
            add_op(&mut request, entry.name);
            let success = (entry.response)(&mut self.schemas);
            let pair = json!({ "request": request, "response": { "oneOf": [success, failure] } });
            ops.insert(entry.name.to_owned(), pair);
        }
        self.tables.insert(name.to_owned(), ops.into());
        self
    }

    /// The whole schema.
    pub fn schema(mut self) -> Value {
        let definitions = self.schemas.take_definitions(true);
        self.tables.insert("$defs".to_owned(), definitions.into());
        self.tables.into()
    }
}

/// The name of the operation is not a field of its type.
fn add_op(request: &mut Schema, name: &str) {
    let object = request.ensure_object();
    let properties = object.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        properties.insert("op".to_owned(), json!({ "const": name }));
    }
    let required = object.entry("required").or_insert_with(|| json!([]));
    if let Value::Array(required) = required {
        required.insert(0, json!("op"));
    }
}
