import { type ParseArgsConfig, parseArgs } from 'node:util'
import { invalid } from '@/lib/kernel'
import { createProgramApi, type ProgramApi } from './api-client'
import { EXIT, type ProgramIo } from './io'

type Options = NonNullable<ParseArgsConfig['options']>

/** Options of every command. */
const COMMON = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type TypedValues<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own & typeof COMMON; allowPositionals: true }>
>['values']

/** A typed command line and what a command works with. */
export interface Typed<Own extends Options> {
  readonly values: TypedValues<Own>
  readonly words: readonly string[]
  readonly io: ProgramIo
  /** Returns the API. Throws a message if PURSER_URL or PURSER_TOKEN is missing. */
  api(): ProgramApi
}

/** A command of the program. */
export interface ProgramCommand {
  readonly name: string
  readonly summary: string
  readonly help: string
  run(args: readonly string[], io: ProgramIo): Promise<number>
}

interface CommandSpec<Own extends Options> {
  readonly name: string
  readonly summary: string
  /** Usage, options and examples. */
  readonly help: string
  readonly options: Own
  /** Maximum number of words besides the options. */
  readonly mostWords: number
  /** Runs the command. Resolves to the exit code; undefined counts as done. */
  run(typed: Typed<Own>): Promise<number | undefined>
}

export const command = <const Own extends Options>({
  name,
  summary,
  help,
  options,
  mostWords,
  run,
}: CommandSpec<Own>): ProgramCommand => ({
  name,
  summary,
  help,
  async run(args, io) {
    const { values, positionals } = parse(name, args, options)
    if ('help' in values && values.help === true) {
      io.print(help)
      return EXIT.done
    }
    const [superfluous] = positionals.slice(mostWords)
    if (superfluous !== undefined)
      throw invalid(`“${superfluous}” is one word too many. Try purser help ${name}.`)
    return (await run({ values, words: positionals, io, api: () => createProgramApi(io) })) ?? EXIT.done
  },
})

function parse<const Own extends Options>(name: string, args: readonly string[], options: Own) {
  try {
    return parseArgs({ args: [...args], options: { ...COMMON, ...options }, allowPositionals: true })
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : String(error)} Try purser help ${name}.`)
  }
}
