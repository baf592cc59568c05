//! The protocol: any text is a request that is answered or refused.

use super::{answered, bounded};
use crate::{Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "protocol",
    about: "Requests to the protocol",
    seeds: || seeds::requests("ops"),
    take,
    share: 15,
    round: 200,
};

fn take(input: &[u8]) -> Result<String, String> {
    let Ok(request) = std::str::from_utf8(input) else {
        return Ok("not text".to_owned());
    };
    answered(&bounded(|budget| api::answer(request, budget)))
}
