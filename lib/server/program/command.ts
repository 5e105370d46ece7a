import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { z } from 'zod'
import { describeParameters, type Endpoint, type ParameterDescription } from '@/lib/api'
import { invalid, joinWithAnd } from '@/lib/kernel'
import {
  type ApiCallInput,
  createProgramApi,
  findByName,
  listAllPages,
  NAMED_LISTS,
  type ProgramApi,
} from './api-client'
import { EXIT_CODES, type ProgramIo } from './io'

/** A command of the program. */
export interface ProgramCommand {
  /** Words that call it, such as "budget add". */
  readonly name: string
  readonly summary: string
  /** Usage and options. */
  readonly help: string
  readonly examples: readonly string[]
  run(args: readonly string[], io: ProgramIo): Promise<number>
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Values of an endpoint's parameters, by their names. */
type Fields = Readonly<Record<string, unknown>>

/** An option that is the command's own and no parameter of its endpoint. */
interface OwnOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly description: string
}

/** A typed command line and what a command works with. */
export interface TypedCommand<Answer extends z.ZodType> {
  readonly io: ProgramIo
  readonly api: ProgramApi
  /** Values typed for parameters. Things are still named as typed: by name or id. */
  readonly fields: Fields
  readonly own: Readonly<Record<string, string | undefined>>
  /** Returns whether an option of the command's own without a value was typed. */
  has(name: string): boolean
  /** Calls the endpoint with what was typed, and with other values in its place; things are given by id there. */
  ask(others?: Fields): Promise<z.output<Answer>>
  /** Does the same for an answer that is read as it arrives. */
  open(others?: Fields): Promise<ReadableStream<Uint8Array>>
}

interface CommandSpec<Answer extends z.ZodType> extends Pick<ProgramCommand, 'name' | 'examples'> {
  /** Summary, if the endpoint's does not say it. */
  readonly summary?: string
  readonly endpoint: Endpoint<Answer>
  /** Flags whose values are typed without their names, in this order; one in brackets may be left out. */
  readonly words?: readonly string[]
  /** Values that parameters have unless typed. */
  readonly usual?: Fields
  readonly own?: Readonly<Record<string, OwnOption>>
  /** Further facts for the help. */
  readonly note?: string
  /** Runs the command. Resolves to the exit code; undefined counts as done. */
  run(typed: TypedCommand<Answer>): Promise<number | undefined>
}

/** A parameter as a flag. */
interface Flag extends ParameterDescription {
  readonly flag: string
  /** True if it takes a thing, by its name or id. */
  readonly isThing: boolean
}

/** Options of every command. */
const COMMON: Readonly<Record<string, OwnOption>> = {
  json: { type: 'boolean', description: 'answer with JSON, for programs' },
}
/** Confirms what cannot be undone. */
const CONFIRMED: Readonly<Record<string, OwnOption>> = {
  yes: { type: 'boolean', description: 'needed, because it cannot be undone' },
}

/** Makes a command from an endpoint: its flags, their forms and its help are the endpoint's parameters. */
export function createCommand<Answer extends z.ZodType>(spec: CommandSpec<Answer>): ProgramCommand {
  const { name, endpoint, examples, words = [], usual = {} } = spec
  const flags = flagsOf(endpoint)
  const own = { ...(endpoint.method === 'DELETE' && CONFIRMED), ...spec.own, ...COMMON }
  const options: Options = Object.fromEntries(
    flags.map(({ flag, type }) => [flag, { type: type === 'boolean' ? type : 'string' }]),
  )
  for (const [flag, { type, short }] of Object.entries(own)) options[flag] = { type, ...(short && { short }) }
  const summary = spec.summary ?? endpoint.summary
  return {
    name,
    summary,
    help: helpOf({ ...spec, summary }, flags, own),
    examples,
    async run(args, io) {
      const { values, positionals } = parse(name, args, options)
      const superfluous = positionals[words.length]
      if (superfluous !== undefined)
        throw invalid(`“${superfluous}” is one word too many. Try purser help ${name}.`)
      const missing = words[positionals.length]
      if (missing !== undefined && !missing.startsWith('['))
        throw invalid(`Give the ${missing} after purser ${name}. Try purser help ${name}.`)
      if ('yes' in own && values.yes !== true) throw invalid('This cannot be undone. Add --yes to do it.')
      const typed = new Map(Object.entries(values))
      for (const [index, word] of positionals.entries()) typed.set(plain(words[index] ?? ''), word)
      const fields: Fields = {
        ...usual,
        ...Object.fromEntries(
          flags.flatMap(({ flag, name: field, type }) => {
            const value = typed.get(flag)
            return value === undefined ? [] : [[field, readTyped(value, type)]]
          }),
        ),
      }
      const api = createProgramApi(io)
      const inputOf = (others: Fields = {}) => inputFor(api, endpoint, flags, fields, others)
      const code = await spec.run({
        io,
        api,
        fields,
        own: Object.fromEntries(
          Object.entries(values).flatMap(([flag, value]) =>
            typeof value === 'string' ? [[flag, value]] : [],
          ),
        ),
        has: (flag) => values[flag] === true,
        ask: async (others) => api.call(endpoint, await inputOf(others)),
        open: async (others) => api.open(endpoint, await inputOf(others)),
      })
      return code ?? EXIT_CODES.done
    },
  }
}

/** Returns a word of a command without brackets: the name of its flag. */
const plain = (word: string): string => word.replace(/[[\]]/g, '')

/** Returns the flags of an endpoint. A list is read whole, so nobody types where it continues. */
function flagsOf(endpoint: Endpoint): Flag[] {
  const parameters = describeParameters(endpoint)
  const isList = parameters.some(({ name }) => name === 'after')
  return parameters
    .filter(({ name }) => !isList || !['after', 'limit'].includes(name))
    .map((parameter) => {
      const { name } = parameter
      // The scope of a budget is a flag of its own.
      const flag = name === 'scopeId' ? 'of' : name.replace(/Id$/, '')
      return {
        ...parameter,
        flag: flag
          .replace(/[A-Z]/g, (letter) => `-${letter}`)
          .replace(/^-|-(?=-)/g, '')
          .toLowerCase(),
        isThing: name.endsWith('Id'),
      }
    })
}

function parse(name: string, args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : String(error)} Try purser help ${name}.`)
  }
}

/** Returns what was typed in the type of its parameter; a text that is no number stays, and is refused by its form. */
function readTyped(typed: unknown, type: ParameterDescription['type']): unknown {
  if (typeof typed !== 'string') return typed
  if (type === 'array')
    return typed
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => readTyped(part, 'integer'))
  return type === 'integer' && /^\s*\d+\s*$/.test(typed) ? Number(typed) : typed
}

/** Finds what is named, and checks all by the endpoint's own forms, before anything is asked for. */
async function inputFor(
  api: ProgramApi,
  endpoint: Endpoint,
  flags: readonly Flag[],
  typed: Fields,
  others: Fields,
): Promise<ApiCallInput> {
  const fields = { ...typed, ...others }
  const missing = flags.filter(({ isRequired, name }) => isRequired && fields[name] === undefined)
  if (missing.length > 0) throw invalid(`This needs ${joinWithAnd(missing.map(({ flag }) => `--${flag}`))}.`)
  const found: Record<ParameterDescription['where'], Record<string, unknown>> = {
    path: {},
    query: {},
    body: {},
    header: {},
  }
  for (const { name, where, isThing } of flags) {
    const value = fields[name]
    if (value === undefined) continue
    const kind = name === 'scopeId' ? String(fields.scope) : name.replace(/Id$/, '')
    found[where][name] = isThing && !(name in others) ? await idOf(api, kind, String(value)) : value
  }
  const { query, body } = endpoint
  check(query, found.query, flags)
  if (body) check(body, found.body, flags)
  const key = found.header['Idempotency-Key']
  return {
    ids: Object.fromEntries(Object.entries(found.path).map(([name, id]) => [name, String(id)])),
    query: found.query,
    ...(body && { body: found.body }),
    ...(key !== undefined && { idempotencyKey: String(key) }),
  }
}

async function idOf(api: ProgramApi, kind: string, text: string): Promise<string> {
  const list = NAMED_LISTS[kind]
  return list ? findByName(await listAllPages(api, list), kind, text).id : text
}

function check(schema: z.ZodObject, given: Fields, flags: readonly Flag[]): void {
  const { error } = schema.safeParse(given)
  if (!error) return
  const lines = error.issues.map(({ path: [field], message }) => {
    const flag = flags.find(({ name }) => name === field)?.flag ?? String(field)
    return `--${flag}: ${message}`
  })
  throw invalid(lines.join('\n'))
}

function helpOf(
  { name, summary, words = [], usual = {}, note, endpoint }: Omit<CommandSpec<z.ZodType>, 'run'>,
  flags: readonly Flag[],
  own: Readonly<Record<string, OwnOption>>,
): string {
  const isFilledIn = (field: string) =>
    endpoint.method === 'PUT' || field === 'Idempotency-Key' || field in usual
  const byWord = words.map((word) => word.replace(/[\w-]+/, '<$&>'))
  const named = flags.filter(({ flag }) => !words.some((word) => plain(word) === flag))
  const needed = named.filter(({ isRequired, name: field }) => isRequired && !isFilledIn(field))
  const usage = [...byWord, ...needed.map(({ flag }) => `--${flag} <${flag}>`), '[options]']
  const wordsOf = ({ flag, name: field, type, form, description, isThing }: Flag) => [
    description.replaceAll('`', ''),
    isThing ? (NAMED_LISTS[flag] || flag === 'of' ? 'name or id' : 'id') : (FORMS[type] ?? form),
    `usually ${String(usual[field] || '')}`.replace(/^usually $/, ''),
  ]
  const rows = [
    ...words.flatMap((word, index) =>
      flags.filter(({ flag }) => flag === plain(word)).map((flag) => [byWord[index] ?? '', ...wordsOf(flag)]),
    ),
    ...named.map((flag) => [`--${flag.flag}`, ...wordsOf(flag)]),
    ...Object.entries(own).map(([flag, { description }]) => [`--${flag}`, description]),
  ]
  const lines = rows.map(([flag = '', ...texts]) => {
    const text = texts
      .filter((each) => each !== '')
      .map((each) => each.replace(/\.$/, ''))
      .join('; ')
    return `  ${flag.padEnd(18)}  ${text}`.trimEnd()
  })
  return [
    ['purser', name, ...usage].join(' '),
    `${summary}. ${note ?? ''}`.trim(),
    '',
    ...lines,
    '',
    permissionsOf(endpoint, flags),
  ].join('\n')
}

/** Forms of flags that are not those of the parameters. */
const FORMS: Partial<Readonly<Record<ParameterDescription['type'], string>>> = {
  boolean: '',
  array: 'several with commas between',
}

function permissionsOf({ permission }: Endpoint, flags: readonly Flag[]): string {
  const lists = flags.flatMap(({ flag, isThing }) => (isThing ? (NAMED_LISTS[flag]?.permission ?? []) : []))
  const others = [...new Set(lists)].filter((each) => each !== permission)
  const more = others.length === 0 ? '' : `; to find things by their names ${joinWithAnd(others)}, too`
  return `The token needs ${permission}${more}.`
}
