import type { Clock } from '@/lib/kernel'

/** What the command line reads and where it writes: the process's own, or a test's. */
export interface ProgramIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** A line for the reader or the next program. */
  print(line: string): void
  /** A line beside it, about the work. */
  note(line: string): void
  /** Writes a file whole or not at all; null: to where `print` writes. */
  save(file: string | null, body: ReadableStream<Uint8Array>): Promise<void>
}

/** How a command ends, as a number for the shell. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, stopped: 3 } as const
