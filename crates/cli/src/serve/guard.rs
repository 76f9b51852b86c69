//! Access control: only the pages of this server, and programs of this machine that name it by its
//! own address, may send requests.
//!
//! A page from elsewhere whose name is made to point to 127.0.0.1 (DNS rebinding) names its own
//! host; a page from elsewhere that posts to this server names its own origin. Both are refused.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;

/// Passes a request on if it is meant for this address, and from no other page.
pub async fn guard(address: SocketAddr, request: Request, next: Next) -> Response {
    match refused(address, request.headers()) {
        None => next.run(request).await,
        Some(reason) => (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response(),
    }
}

/// The reason why a request is refused.
fn refused(address: SocketAddr, headers: &HeaderMap) -> Option<String> {
    let port = address.port();
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let several = |header| headers.get_all(header).iter().count() > 1;
    if several(HOST) || several(ORIGIN) {
        return Some("a request names one host and at most one origin".to_owned());
    }
    let text = |header| {
        headers.get(header).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase())
    };
    let host = text(HOST).unwrap_or_default();
    if !names.contains(&host) {
        return Some(format!("the address of this server is http://{address}/, not \"{host}\""));
    }
    match text(ORIGIN) {
        Some(origin) if !names.iter().any(|name| origin == format!("http://{name}")) => {
            Some(format!("requests from pages of \"{origin}\" are refused"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn others_are_refused() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8787));
        for (host, origin, is_refused) in [
            ("127.0.0.1:8787", None, false),
            ("localhost:8787", Some("http://localhost:8787"), false),
            ("127.0.0.1:8787", Some("http://127.0.0.1:8787"), false),
            ("127.0.0.1", None, true),
            ("127.0.0.1:80", None, true),
            ("example.org:8787", None, true),
            ("example.org", Some("http://example.org"), true),
            ("127.0.0.1:8787", Some("http://example.org"), true),
            ("127.0.0.1:8787", Some("https://127.0.0.1:8787"), true),
            ("127.0.0.1:8787", Some("http://127.0.0.1:8788"), true),
            ("127.0.0.1:8787", Some("null"), true),
            ("127.0.0.1:8787.example.org", None, true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_str(host).expect("a header"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_str(origin).expect("a header"));
            }
            assert_eq!(refused(address, &headers).is_some(), is_refused, "{host}, {origin:?}");
        }
        assert!(refused(address, &HeaderMap::new()).is_some());
    }
}
