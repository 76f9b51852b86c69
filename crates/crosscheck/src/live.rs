//! The running programs, so that an interrupt of dpcert leaves none of them and none of their
//! folders, and its death by a signal that it cannot see none of them.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// A program with all processes that it started, and its folder.
struct Entry {
    group: u32,
    folder: TempDir,
    guard: Option<Child>,
}

/// The running programs. A program is started under the lock, so that none is missing here.
static RUNNING: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Entry>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that is registered as running until it is ended.
#[derive(Debug)]
pub(super) struct Live {
    group: u32,
}

/// Starts a program, which leads a process group, in a temporary folder of its own.
pub(super) fn start(mut command: Command) -> io::Result<(Child, Live)> {
    let mut running = running();
    let folder = tempfile::Builder::new()
        .prefix("dpcert-")
        .tempdir()
        .map_err(|error| io::Error::other(format!("no temporary folder can be made: {error}")))?;
    let child = command.current_dir(folder.path()).spawn()?;
    let group = child.id();
    running.push(Entry { group, folder, guard: guard(group) });
    Ok((child, Live { group }))
}

impl Live {
    /// Ends the program with all that it started, and removes its folder.
    pub fn end(&self, child: &mut Child) {
        let mut running = running();
        let Some(index) = running.iter().position(|entry| entry.group == self.group) else {
            return;
        };
        let Entry { group, folder, guard } = running.swap_remove(index);
        kill(group);
        dismiss(guard);
        let _ = child.kill();
        let _ = child.wait();
        remove(folder);
    }
}

/// Starts a process that ends a process group when this process dies, however it does: its input
/// ends then without a line. Where there is no shell the group has no guard.
fn guard(group: u32) -> Option<Child> {
    if cfg!(not(unix)) {
        return None;
    }
    let mut command = Command::new("sh");
    command.args(["-c", "read -r line || kill -s KILL -- \"-$0\"", &group.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // What ends the group of this process does not end it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().ok()
}

/// Ends a guard, which has nothing left to end, before its group has been waited for: another one
/// may have the same number later.
fn dismiss(guard: Option<Child>) {
    let Some(mut guard) = guard else { return };
    if let Some(mut input) = guard.stdin.take() {
        let _ = input.write_all(b"\n");
    }
    let _ = guard.wait();
}

/// Ends a process group; it may have ended already.
fn kill(group: u32) {
    #[cfg(unix)]
    if let Some(group) = process(group) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

#[cfg(unix)]
fn process(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw)
}

/// Removes a folder; what cannot be removed is left to the cleaning of the folder of temporary
/// files.
fn remove(folder: TempDir) {
    let _ = folder.close();
}

/// Ends all running programs with all that they started, removes their folders, and prevents
/// further starts: for the end of this process by an interrupt.
pub fn end_programs() {
    let mut running = running();
    for Entry { group, folder, guard } in running.drain(..) {
        kill(group);
        dismiss(guard);
        // It may write into its folder until it is gone.
        #[cfg(unix)]
        let _ = rustix::process::waitpid(process(group), rustix::process::WaitOptions::empty());
        remove(folder);
    }
    // A program that is started now would outlive this process: the lock is kept.
    std::mem::forget(running);
}
