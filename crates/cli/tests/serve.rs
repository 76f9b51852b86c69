//! The server of the page, as a client on the same machine meets it: also one that means no good.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with this.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn server(options: &[&str]) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command
        .args(["serve", "--port", "0"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    Server { process, address }
}

thread_local! {
    /// That of a test, which has a thread of its own: it ends with it.
    static SERVER: Server = server(&[]);
}

/// The address of a server for tests that leave it as it is.
fn shared() -> String {
    SERVER.with(|server| server.address.clone())
}

/// Sends some bytes, and reads all of the answer: its status, its head and its body.
fn raw(address: &str, request: &[u8]) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    // A server that refuses may close before it has read all.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    (status, head.to_owned(), body)
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole.push_str(&after[..length]);
        rest = after[length..].trim_start_matches("\r\n");
        if length == 0 {
            break;
        }
    }
    whole
}

fn request(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, String) {
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}");
    raw(address, format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
}

fn post(path: &str, body: &str) -> (u16, String) {
    let (status, _, body) = request(&shared(), "POST", path, "", body);
    (status, body)
}

/// A part of the page, by its path.
pub fn part_of_page(path: &str) -> String {
    let (status, _, part) = request(&shared(), "GET", path, "", "");
    assert_eq!(status, 200, "{path}");
    part
}

#[test]
fn the_page_is_part_of_the_program() {
    let (status, head, page) = request(&shared(), "GET", "/", "", "");
    assert_eq!(status, 200);
    assert!(head.to_lowercase().contains("content-security-policy: default-src 'none'"), "{head}");
    // All that it names is there, and nothing from elsewhere.
    let mut seen = vec![page];
    let mut names: Vec<String> = ["/page.css", "/main.js"].map(str::to_owned).to_vec();
    let mut done = 0;
    while let Some(name) = names.get(done).cloned() {
        let (status, _, text) = request(&shared(), "GET", &name, "", "");
        assert_eq!(status, 200, "{name}");
        for part in text.split("from \"./").skip(1) {
            let import = format!("/{}", part.split('"').next().unwrap());
            if !names.contains(&import) {
                names.push(import);
            }
        }
        seen.push(text);
        done += 1;
    }
    assert!(names.len() > 10, "{names:?}");
    for text in seen {
        let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "{text}");
    }
}

/// The line protocol over HTTP is the line protocol.
#[test]
fn answers_are_those_of_the_command() {
    let lines = "{\"id\":1,\"mechanism\":\"laplace(eps=1)^3\",\"query\":{\"tv\":{}}}\n{\"id\":2,\"mechanism\":{\"kind\":\"gdp\",\
                 \"mu\":\"1\"},\"query\":{\"eps\":{\"delta\":\"1e-5\"}}}\nno JSON\n";
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    let mut query =
        command.arg("query").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    query.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let expected = String::from_utf8(query.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(post("/query", lines), (200, expected));
}

/// Rows of a claim file for what the page draws, and files to start from.
#[test]
fn rows_and_templates_are_there() {
    let (status, rows) =
        post("/rows", r#"["gaussian(sigma=1)^10", "poisson(1/100, laplace(eps=1))"]"#);
    assert_eq!(status, 200, "{rows}");
    let rows: serde_json::Value = serde_json::from_str(&rows).unwrap();
    let lines =
        serde_json::json!([["mechanism = \"gaussian\"", "sigma = \"1\"", "count = \"10\""]]);
    assert_eq!(rows[0]["rows"], lines);
    assert_eq!(rows[1]["adjacencies"], serde_json::json!(["add-remove"]));
    for (body, said) in [("[\"gaussian(\"]", "gaussian("), ("{}", "no list of texts")] {
        let (status, reason) = post("/rows", body);
        assert!(status == 400 && reason.contains(said), "{status} {reason}");
    }
    let templates: serde_json::Value = serde_json::from_str(&part_of_page("/templates")).unwrap();
    assert_eq!(templates.as_array().map(Vec::len), Some(5));
    for template in templates.as_array().unwrap() {
        let (status, report) = post("/check?as=json", template["text"].as_str().unwrap());
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert!(status == 200 && report["bad_files"].as_array().unwrap().is_empty(), "{report}");
    }
}

/// A picture comes with its drawing, behind lines about the progress.
#[test]
fn scenes_are_drawn() {
    let (status, body) = post("/scene", "{\"mechanisms\":\n[\"gdp(mu=1)\"], \"gap\": \"1e-2\"}");
    let last: serde_json::Value = serde_json::from_str(body.lines().last().unwrap()).unwrap();
    assert_eq!((status, last["status"].as_str()), (200, Some("ok")), "{body}");
    let scene = dpcert_picture::Scene::read(&last["scene"].to_string()).unwrap();
    assert_eq!(last["svg"].as_str().unwrap(), dpcert_picture::draw::svg(&scene));
    let working = |line: &str| line.starts_with("{\"status\":\"working\"");
    assert!(body.lines().rev().skip(1).all(working), "{body}");
    for form in ["svg", "csv", "html"] {
        let (status, drawn) = post(&format!("/draw?as={form}"), &last["scene"].to_string());
        assert_eq!(status, 200, "{drawn}");
        assert!(drawn.contains("gdp(mu=1)"), "{drawn}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    for (body, field) in [
        ("{\"mechanisms\":[\"gdp(mu=1)\", \"gdp(mu=-1)\"]}", "scene.mechanisms[1].mu"),
        ("{\"mechanisms\":[]}", "scene.mechanisms"),
        ("{\"mechanisms\":[\"gdp(mu=1)\"], \"x\":[\"1\", \"0\"]}", "scene.x"),
        (
            "{\"mechanisms\":[\"gdp(mu=1)\"], \"show\":\"log-profiles\", \"y\":[\"0\", \"1\"]}",
            "scene.y",
        ),
        ("{\"mechanisms\":[\"gdp(mu=1)\"], \"front\":1}", "scene.front"),
        ("{\"convergence\":{\"mu\":\"1\", \"steps\":[2]}, \"front\":1}", "scene.front"),
        ("{\"mechanisms\":[\"gdp(mu=1)\"], \"gap\":\"2\"}", "scene.gap"),
        ("{\"mechanisms\":[\"gdp(mu=1)\"], \"colour\":\"red\"}", "scene.colour"),
        ("{\"mechanisms\":[\"gdp(mu=1)\"], \"gap\":0.1}", ""),
        ("{\"mechanisms\":[\"gdp(mu=1)\"", ""),
        ("{}, \"svg\": false, \"scene\": {}", ""),
        ("", ""),
    ] {
        let (status, answer) = post("/scene", body);
        let answer: serde_json::Value =
            serde_json::from_str(answer.lines().last().unwrap()).unwrap();
        assert_eq!((status, answer["status"].as_str()), (200, Some("error")), "{body}: {answer}");
        assert!(field.is_empty() || answer["field"] == *field, "{body}: {answer}");
    }
    assert_eq!(post("/draw?as=svg", "{}").0, 400);
    assert_eq!(post("/draw?as=exe", "{}").0, 400);
    assert_eq!(post("/draw", "{}").0, 400);
    let (status, judged) = post("/check", "format = \"dpcert/9\"");
    assert_eq!(status, 200);
    assert!(judged.contains("\"bad_files\": [\n    {") || judged.contains("dpcert/9"), "{judged}");
}

#[test]
fn claims_are_judged_and_certified() {
    let claims = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"a\"\nmechanism = \"laplace\"\neps = \"1\"\n[[claim]]\nid = \"c\"\n\
                  over = [\"*\"]\neps = { delta = \"0\" }\nat-most = \"1\"\n";
    let (_, text) = post("/check?as=text", claims);
    assert!(text.contains("holds"), "{text}");
    let (_, json) = post("/check", claims);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["files"][0]["claims"][0]["verdict"], "holds");
    let (_, json) = post("/certify?claim=c", claims);
    let written: serde_json::Value = serde_json::from_str(&json).unwrap();
    let names: Vec<&str> = written["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["claims.dpcert--c.json", "report.html"]);
    assert_eq!(post("/certify?claim=x%00y", claims).0, 400);
    // What looks like an option is the id of a claim that is not there.
    let (status, json) = post("/certify?claim=--output%3Delsewhere", claims);
    let written: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((status, written["files"].as_array().unwrap().len()), (200, 0), "{json}");
}

/// Pages from elsewhere, also those whose name is made to point here, get no answer.
#[test]
fn foreign_pages_are_refused() {
    let address = &shared();
    let line = "{\"mechanism\":\"gdp(mu=1)\",\"query\":{\"tv\":{}}}\n";
    assert_eq!(
        request(address, "POST", "/query", &format!("Origin: http://{address}\r\n"), line).0,
        200
    );
    for origin in ["http://example.org", "null", "https://127.0.0.1", "file://"] {
        let (status, _, body) =
            request(address, "POST", "/query", &format!("Origin: {origin}\r\n"), line);
        assert_eq!(status, 403, "{origin}: {body}");
    }
    for host in ["example.org", "127.0.0.1", "localhost:1", ""] {
        let (status, _, body) = raw(
            address,
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        assert_eq!(status, 403, "{host}: {body}");
    }
    assert_eq!(raw(address, b"GET / HTTP/1.0\r\n\r\n").0, 403);
}

/// Only what is in the table of files is there.
#[test]
fn other_paths_lead_nowhere() {
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/main.js/..",
        "/page",
        "/index.html",
        "/\\..\\a",
    ] {
        assert!(matches!(request(&shared(), "GET", path, "", "").0, 400 | 404), "{path}");
    }
    assert_eq!(request(&shared(), "GET", "/query", "", "").0, 405);
    assert_eq!(request(&shared(), "DELETE", "/", "", "").0, 405);
}

#[test]
fn bodies_are_limited() {
    let head = |length: usize| {
        format!(
            "POST /query HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n",
            shared()
        )
    };
    let body = vec![b'x'; 5 << 20];
    assert_eq!(raw(&shared(), &[head(body.len()).as_bytes(), &body].concat()).0, 413);
    // Longer than any body.
    assert!(matches!(raw(&shared(), head(usize::MAX).as_bytes()).0, 400..500));
    // A body that ends before it should.
    let mut stream = TcpStream::connect(shared()).unwrap();
    stream.write_all(head(100).as_bytes()).unwrap();
    stream.write_all(b"{}").unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(!answer.contains("200 OK"), "{answer}");
}

/// What is no HTTP, connections that say nothing and some that say it slowly: others are answered
/// meanwhile.
#[test]
fn slow_clients_keep_nobody_waiting() {
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(shared()).unwrap()).collect();
    let mut halves = Vec::new();
    for index in 0..50 {
        let mut stream = TcpStream::connect(shared()).unwrap();
        let begun: &[u8] = if index % 2 == 0 {
            b"POST /query HTTP/1.1\r\nHost: 127"
        } else {
            b"\x16\x03\x01\x00\xff\x00"
        };
        let _ = stream.write_all(begun);
        halves.push(stream);
    }
    assert_eq!(request(&shared(), "GET", "/", "", "").0, 200);
    // And they are not waited for for ever.
    let mut first = halves.swap_remove(0);
    first.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut rest = Vec::new();
    let _ = first.read_to_end(&mut rest);
    drop(silent);
}

#[test]
fn a_hundred_clients_at_once() {
    let address = shared();
    let clients: Vec<_> = (1..=100)
        .map(|n| {
            let address = address.clone();
            std::thread::spawn(move || {
                let line = format!(
                    "{{\"id\":{n},\"mechanism\":\"laplace(eps={n})\",\"query\":{{\"eps\":{{\"delta\":\"0\"}}}}}}\n"
                );
                let (status, _, body) = request(&address, "POST", "/query", "", &line);
                assert_eq!(status, 200);
                assert!(
                    body.starts_with(&format!("{{\"id\":{n},\"status\":\"ok\",\"lo\":\"{n}\",\"hi\":\"{n}\"")),
                    "{body}"
                );
            })
        })
        .collect();
    clients.into_iter().for_each(|client| client.join().unwrap());
}

/// The processes of a server.
#[cfg(target_os = "linux")]
fn children(server: &Server) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", server.process.id())).unwrap();
    let of = |task: std::fs::DirEntry| {
        std::fs::read_to_string(task.path().join("children")).unwrap_or_default()
    };
    tasks.map(|task| of(task.unwrap()).split_whitespace().count()).sum()
}

/// A question ends when its client leaves; one that waits for its turn is answered then.
#[test]
#[cfg(target_os = "linux")]
fn questions_end_with_their_clients() {
    let server = server(&["--jobs", "1", "--max-work", "1e18", "--max-precision", "4000000"]);
    // Many minutes of arithmetic, so that it does not end by itself, and little memory.
    let slow = "{\"mechanism\":\"gaussian(sigma=1)\",\"query\":{\"delta\":{\"eps\":\"1\"}},\"digits\":60000}\n";
    let until = |wanted: usize| {
        let start = Instant::now();
        while children(&server) != wanted {
            assert!(
                start.elapsed() < Duration::from_secs(120),
                "{} processes and not {wanted}",
                children(&server)
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let head = format!(
        "POST /query HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        server.address,
        slow.len()
    );
    stream.write_all(format!("{head}{slow}").as_bytes()).unwrap();
    until(1);
    let (address, next) =
        (server.address.clone(), "{\"mechanism\":\"gdp(mu=1)\",\"query\":{\"tv\":{}}}\n");
    let waiting = std::thread::spawn(move || request(&address, "POST", "/query", "", next));
    std::thread::sleep(Duration::from_millis(200));
    assert!(!waiting.is_finished() && children(&server) == 1);
    drop(stream);
    assert_eq!(waiting.join().unwrap().0, 200);
    until(0);
}

/// Clients that do not read their answers, as many as there are places: others are answered, and
/// the connections of those that do not read end.
#[test]
#[cfg(target_os = "linux")]
fn clients_that_do_not_read_keep_nobody_waiting() {
    let server = server(&["--jobs", "2"]);
    // Their answers are more than the buffers on the way hold, and take little work: the digits of
    // an exact third.
    let line = "{\"mechanism\":\"laplace(eps=1/3)\",\"query\":{\"eps\":{\"delta\":\"0\"}},\"digits\":3000}\n";
    let body = line.repeat(10_000);
    let head = format!(
        "POST /query HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let silent: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(body.as_bytes()).unwrap();
            stream
        })
        .collect();
    let start = Instant::now();
    while children(&server) < silent.len() {
        assert!(start.elapsed() < Duration::from_secs(60), "one of them waits for another to read");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(request(&server.address, "POST", "/query", "", line).0, 200);
    let start = Instant::now();
    while children(&server) > 0 {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{} processes wait for ever",
            children(&server)
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(silent);
}
