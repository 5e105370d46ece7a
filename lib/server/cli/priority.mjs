// Who comes first where all cores are busy.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Gives this process a priority, with all of its threads: on Linux each has its own, and those that write to the disk and
 * clear memory are there before a program's first line. Threads that start later have that of who starts them. Throws where
 * the system does not allow it.
 */
export function takePriority(priority) {
  setPriority(priority)
  for (const thread of ownThreads()) {
    try {
      setPriority(thread, priority)
    } catch {
      // It has ended meanwhile.
    }
  }
}

function ownThreads() {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    // Elsewhere a process has one priority.
    return []
  }
}
