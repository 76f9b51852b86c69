//! `dpcert serve`: the page in the browser, and its server.
//!
//! The server computes nothing. Each request is answered by a process of this same program (`dpcert
//! query`, `check`, `certify`), which ends when the client leaves. So a question can be cancelled
//! at any point, and a failure in one does not affect another. It listens on 127.0.0.1 alone, and
//! answers pages of its own only ([`guard`]).

mod files;
mod guard;
mod job;
mod patient;
mod routes;

use crate::output::print_error;
use crate::{Exit, Settings, help, number};
use axum::Router;
use clap::Args;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Open the page in the browser: pictures, numbers, claims
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::SERVE))]
pub struct ServeArgs {
    /// The port of 127.0.0.1 to listen on; 0 is any that is free
    #[arg(long, default_value_t = 8787, value_name = "PORT")]
    port: u16,

    /// Open it in the browser
    #[arg(long)]
    open: bool,

    /// How many questions are computed at the same time [default: one for each processor, at least
    /// 4]
    #[arg(long, value_name = "N", value_parser = number::natural)]
    jobs: Option<u64>,
}

/// The most open connections; others wait.
const CONNECTIONS: usize = 256;
/// The time that a client has to send the head of a request, and to read on in its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until it is interrupted.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &ServeArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).await {
            Ok(listener) => listener,
            Err(error) => {
                print_error(&format!(
                    "127.0.0.1:{}: {error}; choose another one with --port",
                    arguments.port
                ));
                return Ok(Exit::Io);
            }
        };
        let address = listener.local_addr()?;
        let jobs = arguments.jobs.and_then(|jobs| usize::try_from(jobs).ok());
        let jobs = jobs.unwrap_or_else(|| rayon::current_num_threads().max(4)).clamp(1, 1024);
        let app = routes::app(job::Jobs::new(settings, jobs)?, address);
        writeln!(output, "http://{address}/")?;
        output.flush()?;
        if arguments.open {
            open(address);
        }
        print_error("press Ctrl-C to end");
        tokio::select! {
            () = accept(listener, app) => {}
            ended = ended() => ended?,
        }
        Ok(Exit::Good)
    })
}

/// Waits until the program is ended; its processes end with it.
async fn ended() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut hang_up) =
            (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
            _ = hang_up.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Accepts connections, a limited number at a time.
async fn accept(listener: TcpListener, app: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, app.clone(), place));
            }
            // Possibly too many open files: some will be closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn connection(stream: TcpStream, app: Router, place: OwnedSemaphorePermit) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    // Errors of a client that leaves or does not use HTTP are ignored.
    let _ = server
        .serve_connection(
            TokioIo::new(patient::Patient::new(stream, PATIENCE)),
            TowerToHyperService::new(app),
        )
        .await;
    drop(place);
}

/// Asks the system to open the page.
fn open(address: SocketAddr) {
    let url = format!("http://{address}/");
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let opened =
        command.arg(&url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = opened {
        print_error(&format!("no browser was opened ({error}): open {url}"));
    }
}
