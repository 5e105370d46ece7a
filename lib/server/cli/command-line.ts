import { type ParseArgsConfig, parseArgs } from 'node:util'
import { invalid } from '@/lib/kernel'

/** A command that was typed, for the machine of the server. */
export interface ServerCall {
  readonly args: readonly string[]
  /** Folder of prisma/ and package.json, in which the command runs. */
  readonly root: string
  /** Returns the path of a file whose name was typed: it is relative to the folder in which that was done. */
  fileAt(name: string): string
}

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
export function parseWholeNumber(name: string, text: string, max: number, min = 0): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw invalid(`--${name} must be a whole number from ${min} to ${max}.`)
}
