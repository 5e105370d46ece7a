import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError, invalid } from '@/lib/kernel'

type CommandOptions = NonNullable<ParseArgsConfig['options']>

/** Reads options and nothing else. Throws `invalid` with a sentence for anything unknown, incomplete or superfluous. */
export function readCommandLine<const T extends CommandOptions>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : String(error)} Try --help.`)
  }
}

/** A whole number of an option. Throws `invalid` with what it may be. */
export function wholeNumber(name: string, text: string, most: number, least = 0): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw invalid(`--${name} must be a whole number from ${least} to ${most}.`)
}

/** Runs a command to its end. An error is one sentence; exit code 2 for a wrong command line, else 1. */
export function runToTheEnd(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof AppError && error.code === 'invalid' ? 2 : 1
  })
}
