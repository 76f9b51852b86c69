//! Processor time, as the kernel counts it: other programs on the same machine do not add to it.

use std::time::Duration;

/// The time that the processes of a group have used so far, with those of their children that have
/// ended; `None` where the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn used_by_group(group: u32) -> Option<Duration> {
    let mut ticks = 0u64;
    for entry in std::fs::read_dir("/proc").ok()? {
        let name = entry.ok()?.file_name();
        let is_process = name.to_str().is_some_and(|name| name.bytes().all(|c| c.is_ascii_digit()));
        // A process may end meanwhile.
        if is_process
            && let Ok(stat) =
                std::fs::read_to_string(std::path::Path::new("/proc").join(name).join("stat"))
        {
            ticks += ticks_of(&stat, group).unwrap_or_default();
        }
    }
    let milliseconds =
        ticks.checked_mul(1000)?.checked_div(rustix::param::clock_ticks_per_second())?;
    Some(Duration::from_millis(milliseconds))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn used_by_group(_: u32) -> Option<Duration> {
    None
}

/// The ticks in a line of `/proc/PID/stat`, if the process is one of the group: in user and kernel
/// mode, its own and those of its children that it has waited for (fields 14 to 17; the group is
/// field 5).
#[cfg(target_os = "linux")]
fn ticks_of(stat: &str, group: u32) -> Option<u64> {
    // The name, field 2, is in parentheses, and may contain some.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let is_member = fields.get(2)?.parse() == Ok(group);
    if !is_member {
        return None;
    }
    fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::time::Instant;

    #[test]
    fn a_line_is_read_behind_the_name() {
        let line = "42 (a) b (c) R 7 40 40 0 -1 4194304 1 2 3 4 100 20 3 1 20 0 1 0 5 6 7";
        assert_eq!(ticks_of(line, 40), Some(124));
        assert_eq!(ticks_of(line, 42), None);
        assert_eq!(ticks_of("42 (a", 40), None);
    }

    #[test]
    fn work_is_counted_and_waiting_is_not() {
        let start = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).process_group(0).spawn().expect("there is a shell")
        };
        let (mut busy, mut idle) = (start("while :; do :; done"), start("sleep 600"));
        let used = |child: &Child| used_by_group(child.id()).expect("there is /proc");
        let begin = Instant::now();
        while used(&busy) < Duration::from_millis(300) && begin.elapsed() < Duration::from_secs(120)
        {
            std::thread::sleep(Duration::from_millis(20));
        }
        let found = (used(&busy), used(&idle));
        for child in [&mut busy, &mut idle] {
            rustix::process::kill_process_group(
                rustix::process::Pid::from_child(child),
                rustix::process::Signal::KILL,
            )
            .expect("it runs");
            child.wait().expect("it ends");
        }
        assert!(
            found.0 >= Duration::from_millis(300) && found.1 < Duration::from_millis(300),
            "{found:?}"
        );
        assert_eq!(used_by_group(u32::MAX), Some(Duration::ZERO));
    }
}
