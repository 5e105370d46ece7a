import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Gives this process a priority, with all of its threads. On Linux each thread has its own priority, and those that
 * write to the disk and collect garbage exist before a program's first line; later threads inherit the priority of the
 * thread that starts them. Throws if the system does not permit it.
 */
export function setProcessPriority(priority: number): void {
  setPriority(priority)
  for (const thread of ownThreads()) {
    try {
      setPriority(thread, priority)
    } catch {
      // The thread has ended meanwhile.
    }
  }
}

function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    // On other systems a process has only one priority.
    return []
  }
}
