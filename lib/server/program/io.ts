import type { Clock } from '@/lib/kernel'

/** Input and output of the command line: the process's own, or a test's. */
export interface ProgramIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Writes a line for the reader or the next program. */
  print(line: string): void
  /** Writes a line about the work, apart from the output. */
  note(line: string): void
  /** Writes a file as a whole or not at all; null: to where `print` writes. */
  save(file: string | null, body: ReadableStream<Uint8Array>): Promise<void>
}

/** Exit codes of commands for the shell. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, stopped: 3 } as const
