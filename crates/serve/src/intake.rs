//! Taking in a request: only JSON, not too long, not too slow.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::reply::refuse;
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
    match timeout(limits.body, to_bytes(body, api::bounds::REQUEST)).await {
        Err(_) => Err(refuse(
            StatusCode::REQUEST_TIMEOUT,
            "the request did not arrive in time",
        )),
        // The length was not announced, and turned out to be too much; or the sender is gone.
        Ok(Err(_)) => Err(too_large()),
        Ok(Ok(bytes)) => String::from_utf8(bytes.into())
            .map_err(|_| refuse(StatusCode::BAD_REQUEST, "the request is not UTF-8 text")),
    }
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
