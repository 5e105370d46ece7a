import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError, invalid } from '@/lib/kernel'

type CommandOptions = NonNullable<ParseArgsConfig['options']>

/**
 * Parses options only. Throws `invalid`, with a message for people, for anything unknown, incomplete or superfluous.
 */
export function readCommandLine<const T extends CommandOptions>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : String(error)} Try --help.`)
  }
}

/** Parses an option's whole number. Throws `invalid` with the permitted range. */
export function wholeNumber(name: string, text: string, most: number, least = 0): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw invalid(`--${name} must be a whole number from ${least} to ${most}.`)
}

/** Runs a command and prints an error as one sentence. The exit code is 2 for a wrong command line, else 1. */
export function runToTheEnd(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof AppError && error.code === 'invalid' ? 2 : 1
  })
}
