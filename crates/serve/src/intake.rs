//! Taking in a request: only JSON, not too long, not too slow.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::reply::refuse;
use crate::seats::Seat;
use crate::work::Limits;

/// A sender that is cut off may never see why. So what is a little too large is read to its end and
/// thrown away, if that takes only a moment; what is much too large is cut off.
const DISCARD: u64 = 16 << 20;

/// The text of a request, or the refusal.
pub(crate) async fn text(request: Request, limits: Limits) -> Result<String, Response> {
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        return Err(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "expected a body of type application/json",
        ));
    }
    let announced = head
        .headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if let Some(length) = announced
        && length > api::bounds::REQUEST as u64
    {
        if length <= DISCARD {
            let _ = timeout(limits.refusal, discard(body)).await;
        }
        return Err(too_large());
    }
    let late = |_| {
        refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the request did not arrive in time",
        )
    };
    let bytes = timeout(limits.body, all_of(body)).await.map_err(late)??;
    // From now on its connection is not one of those that only wait.
    if let Some(seat) = head.extensions.get::<Arc<Seat>>() {
        seat.serve();
    }
    String::from_utf8(bytes)
        .map_err(|_| refuse(StatusCode::BAD_REQUEST, "the request is not UTF-8 text"))
}

/// All bytes of a body whose length may not have been announced.
async fn all_of(body: Body) -> Result<Vec<u8>, Response> {
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(part) = parts.next().await {
        // A chunk that is none, or a sender that went away in the middle.
        let broken = |_| refuse(StatusCode::BAD_REQUEST, "the request ends before its end");
        let part = part.map_err(broken)?;
        if bytes.len() + part.len() > api::bounds::REQUEST {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

fn too_large() -> Response {
    let message = format!("a request may have at most {} bytes", api::bounds::REQUEST);
    refuse(StatusCode::PAYLOAD_TOO_LARGE, message)
}

async fn discard(body: Body) {
    let mut parts = body.into_data_stream();
    while let Some(Ok(_)) = parts.next().await {}
}

/// A form on another page cannot send this type without asking permission first, which is never
/// granted.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json")
}
