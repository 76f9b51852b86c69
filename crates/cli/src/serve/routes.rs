//! The routes of the server.

use super::files::{FILES, File};
use super::guard::guard;
use super::job::Jobs;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use dpcert_answers::page::{self, CLAIMS, Certified, FOLDER, REPORT, Written};
use dpcert_answers::templates::{TEMPLATES, UTILITIES};
use serde::Deserialize;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

/// The largest body of a request, in bytes.
const MOST: usize = 4 << 20;
/// The time that a client has to send it.
const PATIENCE: Duration = Duration::from_secs(20);

const LINES: &str = "application/x-ndjson";
const JSON: &str = "application/json";

/// The query part of an address.
#[derive(Deserialize)]
struct Wanted {
    /// The form of the answer.
    #[serde(rename = "as")]
    form: Option<String>,
    /// The id of a claim.
    claim: Option<String>,
}

/// All routes, protected by the guard.
pub fn app(jobs: Jobs, address: SocketAddr) -> Router {
    let mut router = Router::new()
        .route("/utilities", get(|| async { ([(CONTENT_TYPE, JSON)], UTILITIES) }))
        .route("/templates", get(|| async { Json(TEMPLATES) }))
        .route("/rows", post(rows))
        .route("/query", post(query))
        .route("/scene", post(scene))
        .route("/draw", post(draw))
        .route("/check", post(check))
        .route("/certify", post(certify));
    for file in FILES {
        router = router.route(file.path, get(|| async { sent(file) }));
    }
    router
        .fallback(|| async { (StatusCode::NOT_FOUND, "this page does not exist\n") })
        .with_state(jobs)
        .layer(middleware::from_fn(headers))
        .layer(middleware::from_fn(move |request, next| guard(address, request, next)))
}

fn sent(file: &'static File) -> Response {
    ([(CONTENT_TYPE, file.kind)], file.text).into_response()
}

/// Nothing from other servers is loaded, whatever a page contains.
async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                  img-src 'self' data: blob:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The body of a request, if it is small enough and arrives in time.
async fn body(request: Request) -> Result<Bytes, Response> {
    let read = tokio::time::timeout(PATIENCE, to_bytes(request.into_body(), MOST)).await;
    match read {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => {
            let message = format!("the request is cut off, or larger than {} MiB\n", MOST >> 20);
            Err((StatusCode::PAYLOAD_TOO_LARGE, message).into_response())
        }
        Err(_) => {
            Err((StatusCode::REQUEST_TIMEOUT, "the request did not come in time\n").into_response())
        }
    }
}

fn streamed(kind: &'static str, body: Body) -> Response {
    ([(CONTENT_TYPE, kind)], body).into_response()
}

/// The line protocol.
async fn query(State(jobs): State<Jobs>, request: Request) -> Result<Response, Response> {
    let body = body(request).await?;
    Ok(streamed(LINES, jobs.stream(&["query"], body, false)))
}

/// Mechanisms in the compact notation, a JSON list of texts, as rows of a claim file.
async fn rows(request: Request) -> Result<Response, Response> {
    let body = body(request).await?;
    let refused = |reason: String| (StatusCode::BAD_REQUEST, reason + "\n").into_response();
    Ok(streamed(JSON, Body::from(page::rows(&body).map_err(refused)?)))
}

/// A picture: lines about the progress, and then the answer of the line protocol to `{"scene": ...,
/// "svg": true}`.
async fn scene(State(jobs): State<Jobs>, request: Request) -> Result<Response, Response> {
    let body = body(request).await?;
    let line = page::scene_line(&body);
    Ok(streamed(LINES, jobs.stream(&["query", "--progress"], Bytes::from(line), true)))
}

/// A scene as a file: `?as=svg`, `png`, `html` or `csv`.
async fn draw(
    State(jobs): State<Jobs>,
    Query(wanted): Query<Wanted>,
    request: Request,
) -> Result<Response, Response> {
    let kinds = [
        ("svg", "image/svg+xml"),
        ("png", "image/png"),
        ("html", "text/html"),
        ("csv", "text/csv"),
    ];
    let wanted = wanted.form.unwrap_or_default();
    let Some((name, kind)) = kinds.into_iter().find(|(name, _)| *name == wanted) else {
        return Err((StatusCode::BAD_REQUEST, "as must be svg, png, html or csv\n").into_response());
    };
    let body = body(request).await?;
    let drawn = in_folder("scene.json", &body, async |folder| {
        let file = format!("picture.{name}");
        let arguments = ["plot", "--scene", "scene.json", "--output", &file];
        let (_, problem, code) = jobs.output(&arguments, Bytes::new(), folder).await?;
        if code == 0 { Ok(Ok(fs::read(folder.join(file))?)) } else { Ok(Err(problem)) }
    });
    match drawn.await {
        Ok(Ok(bytes)) => Ok(([(CONTENT_TYPE, kind)], bytes).into_response()),
        Ok(Err(problem)) => Err((StatusCode::BAD_REQUEST, problem).into_response()),
        Err(error) => Err(failed(&error)),
    }
}

/// A claim file, judged: what `dpcert check` prints about it, `?as=text` or `json`.
async fn check(
    State(jobs): State<Jobs>,
    Query(wanted): Query<Wanted>,
    request: Request,
) -> Result<Response, Response> {
    let body = body(request).await?;
    let mut arguments = vec!["check", "-"];
    let kind = match wanted.form.as_deref() {
        Some("text") => "text/plain; charset=utf-8",
        _ => {
            arguments.push("--json");
            JSON
        }
    };
    Ok(streamed(kind, jobs.stream(&arguments, body, false)))
}

/// A claim file, certified: certificates and a report, of `?claim=ID` or of all claims.
async fn certify(
    State(jobs): State<Jobs>,
    Query(wanted): Query<Wanted>,
    request: Request,
) -> Result<Response, Response> {
    if wanted.claim.as_ref().is_some_and(|claim| claim.contains('\0')) {
        return Err((
            StatusCode::BAD_REQUEST,
            "claim contains a character that ids cannot contain\n",
        )
            .into_response());
    }
    let claim = wanted.claim.map(|claim| format!("--claim={claim}"));
    let body = body(request).await?;
    let certified = in_folder(CLAIMS, &body, async |folder| {
        let mut arguments = vec!["certify", CLAIMS, "--output", FOLDER];
        arguments.extend(["--report", REPORT]);
        arguments.extend(claim.as_deref());
        let (said, problem, _) = jobs.output(&arguments, Bytes::new(), folder).await?;
        let mut files = Vec::new();
        for entry in fs::read_dir(folder.join(FOLDER)).into_iter().flatten() {
            let path = entry?.path();
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            files.push(Written { name, text: fs::read_to_string(path)? });
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Certified { said: said + &problem, files })
    });
    certified.await.map(|certified| Json(certified).into_response()).map_err(|error| failed(&error))
}

/// Does some work in a folder with a file; the folder is removed afterwards.
async fn in_folder<T>(
    name: &str,
    text: &[u8],
    work: impl AsyncFnOnce(&Path) -> io::Result<T>,
) -> io::Result<T> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join(name), text)?;
    work(folder.path()).await
}

fn failed(error: &io::Error) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response()
}
