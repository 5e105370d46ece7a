import { vi } from 'vitest'
import { runServerCommand } from '@/lib/server/cli/server-commands'

/** The exit code and output of a command. */
export interface EndedCommand {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a server command in this process, as `purser` does in the working directory `folder`: starting a process takes
 * most of a second.
 */
export async function runCommand(
  typed: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<EndedCommand> {
  const out: string[] = []
  const notes: string[] = []
  const print = (line: string) => void out.push(line)
  const note = (line: string) => void notes.push(line)
  const mask = process.umask()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(note),
  ]
  try {
    const code = await runServerCommand(typed, { print, printError: note }, { root: process.cwd(), folder })
    if (code === null) throw new Error(`${typed[0]} is no server command`)
    const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
    return { code, stdout: text(out), stderr: text(notes) }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    process.umask(mask)
  }
}
