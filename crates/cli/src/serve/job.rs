//! A question as a process of its own.

use crate::Settings;
use crate::output::print_error;
use crate::spinner::COMPUTING;
use axum::body::{Body, Bytes};
use dpcert_answers::page::COLUMNS;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::wrappers::ReceiverStream;

/// The most pieces of an answer that wait to be sent: a client that does not read blocks its
/// process, which has no place among those that compute meanwhile.
const WAITING: usize = 16;
/// The size of a piece of an answer, in bytes.
const PIECE: usize = 1 << 16;

/// The processes, a limited number at a time.
#[derive(Clone)]
pub struct Jobs {
    program: Arc<PathBuf>,
    options: Arc<Vec<String>>,
    places: Arc<Semaphore>,
}

/// A running process: it ends when this is dropped.
struct Running {
    child: Child,
    /// Its place among those that compute; none while it waits for its client.
    place: Option<OwnedSemaphorePermit>,
}

impl Jobs {
    /// Processes with the options of this one.
    ///
    /// # Errors
    /// If the path of this program is unknown.
    pub fn new(settings: &Settings, most: usize) -> io::Result<Jobs> {
        let mut options = vec!["--engine".to_owned(), settings.engine.name().to_owned()];
        let limits = [
            ("--max-work", settings.max_work),
            ("--max-memory", settings.max_memory),
            ("--max-precision", settings.max_precision),
        ];
        for (name, limit) in limits {
            options
                .extend(limit.into_iter().flat_map(|limit| [name.to_owned(), limit.to_string()]));
        }
        // This very program, even if another one was installed in its place.
        let program = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        let program = Arc::new(program);
        Ok(Jobs { program, options: Arc::new(options), places: Arc::new(Semaphore::new(most)) })
    }

    /// The output of a process, as a stream. With `reports_progress`, lines about that are between
    /// those of its output.
    pub fn stream(&self, arguments: &[&str], input: Bytes, reports_progress: bool) -> Body {
        let (sender, receiver) = mpsc::channel(WAITING);
        let (jobs, arguments) =
            (self.clone(), arguments.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        tokio::spawn(async move {
            let work = jobs.run(&arguments, input, reports_progress, &sender);
            tokio::select! {
                result = work => if let Err(error) = result {
                    // The receiver may be gone.
                    let _ = sender.send(Err(error)).await;
                },
                () = sender.closed() => {}
            }
        });
        Body::from_stream(ReceiverStream::new(receiver))
    }

    /// All that a process prints on standard output and on standard error, with its exit code.
    ///
    /// # Errors
    /// If it cannot be started.
    pub async fn output(
        &self,
        arguments: &[&str],
        input: Bytes,
        folder: &Path,
    ) -> io::Result<(String, String, i32)> {
        let mut running = self.start(arguments, Some(folder)).await?;
        let stdin = running.child.stdin.take();
        let (stdout, stderr) = (running.child.stdout.take(), running.child.stderr.take());
        let ((), stdout, stderr, status) =
            tokio::join!(feed(stdin, input), all(stdout), all(stderr), running.child.wait());
        let problems = stderr?.split_inclusive('\n').filter(|line| !is_progress(line)).collect();
        Ok((stdout?, problems, status?.code().unwrap_or(-1)))
    }

    async fn place(&self) -> io::Result<OwnedSemaphorePermit> {
        Arc::clone(&self.places).acquire_owned().await.map_err(io::Error::other)
    }

    async fn start(
        &self,
        arguments: &[impl AsRef<str>],
        folder: Option<&Path>,
    ) -> io::Result<Running> {
        let place = Some(self.place().await?);
        let mut command = Command::new(self.program.as_path());
        command.args(arguments.iter().map(AsRef::as_ref)).args(self.options.iter());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command.env("COLUMNS", COLUMNS.to_string()).env("NO_COLOR", "1");
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        Ok(Running { child: command.spawn()?, place })
    }

    async fn run(
        &self,
        arguments: &[String],
        input: Bytes,
        reports_progress: bool,
        sender: &Sender<io::Result<Bytes>>,
    ) -> io::Result<()> {
        let mut running = self.start(arguments, None).await?;
        let stdin = running.child.stdin.take();
        let (stdout, stderr) = (running.child.stdout.take(), running.child.stderr.take());
        // A line about the progress is never inside of an answer.
        let is_answering = AtomicBool::new(false);
        let answers = async {
            let Some(mut stdout) = stdout else {
                return Ok(());
            };
            let mut piece = vec![0; PIECE];
            loop {
                let length = stdout.read(&mut piece).await?;
                is_answering.store(true, Ordering::Relaxed);
                let read = piece.get(..length).unwrap_or_default();
                if read.is_empty() {
                    return io::Result::Ok(());
                }
                let place = match sender.try_reserve() {
                    Ok(place) => place,
                    Err(TrySendError::Closed(())) => return Ok(()),
                    Err(TrySendError::Full(())) => {
                        // The process waits for its client, and others compute.
                        running.place = None;
                        let Ok(free) = sender.reserve().await else {
                            return Ok(());
                        };
                        running.place = Some(self.place().await?);
                        free
                    }
                };
                place.send(Ok(Bytes::copy_from_slice(read)));
            }
        };
        let progress = async {
            let Some(stderr) = stderr else { return };
            let mut lines = BufReader::new(stderr).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                if is_progress(&line) {
                    continue;
                } else if !line.starts_with("{\"status\":\"working\"") {
                    print_error(&line);
                } else if reports_progress && !is_answering.load(Ordering::Relaxed) {
                    // A client that reads slowly misses some of them.
                    let _ = sender.try_send(Ok(Bytes::from(line + "\n")));
                }
            }
        };
        let ((), answers, ()) = tokio::join!(feed(stdin, input), answers, progress);
        answers?;
        running.child.wait().await.map(drop)
    }
}

/// Does the line say that the work is long? The page says so itself.
fn is_progress(line: &str) -> bool {
    line.strip_prefix("dpcert: ").is_some_and(|line| line.starts_with(COMPUTING))
}

/// Writes all of the input, and closes it. A process that does not read everything reports its
/// reasons itself.
async fn feed(stdin: Option<tokio::process::ChildStdin>, input: Bytes) {
    if let Some(mut stdin) = stdin {
        let _ = stdin.write_all(&input).await;
    }
}

async fn all(stream: Option<impl tokio::io::AsyncRead + Unpin>) -> io::Result<String> {
    let mut text = String::new();
    if let Some(mut stream) = stream {
        stream.read_to_string(&mut text).await?;
    }
    Ok(text)
}
