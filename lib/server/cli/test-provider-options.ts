import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { invalid, Secret, withoutMark } from '@/lib/kernel'
import { isKey, keyForm, type Provider, readProvider } from '@/lib/upstream/client'

/** A real upstream to test, and the limits of what that may cost. */
export interface RealUpstream {
  readonly baseUrl: string
  readonly key: Secret
  readonly provider: Provider
  readonly providerFile: string | null
  readonly maxItems: number
  readonly user: string
  readonly query: string
  readonly followersUser: string | null
  readonly shortListUser: string | null
  /** True if it starts without asking. */
  readonly yes: boolean
  /** True if the key stood on the command line, where others on this machine can read it. */
  readonly isKeyInSight: boolean
}

const OPTIONS = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  provider: { type: 'string' },
  'max-items': { type: 'string', default: '400' },
  user: { type: 'string', default: 'ada' },
  query: { type: 'string', default: 'coffee' },
  'followers-user': { type: 'string' },
  'short-list-user': { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

/** Parses the command line. Null if it names no upstream. Throws `invalid` with a message that holds no key. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): RealUpstream | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (args.length === 0) return null
  const providerFile = values.provider ?? null
  const provider = readProvider(providerFile === null ? {} : JSON.parse(readText('provider', providerFile)))
  const baseUrl = values['base-url'] ?? provider.baseUrl
  if (baseUrl === null)
    throw invalid(
      'Name the upstream with --base-url, or a provider that has an address; without options the sandbox is tested.',
    )
  return {
    baseUrl,
    key: readKey(values.key ?? keyIn(values['key-file']) ?? env.PURSER_TEST_KEY, provider),
    provider,
    providerFile,
    maxItems: readMaxItems(values['max-items']),
    user: values.user,
    query: values.query,
    followersUser: values['followers-user'] ?? null,
    shortListUser: values['short-list-user'] ?? null,
    yes: values.yes,
    isKeyInSight: values.key !== undefined,
  }
}

const keyIn = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readText('key-file', file).trim()

function readText(option: string, file: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'))
  } catch {
    throw invalid(`--${option} names ${file}, which cannot be read.`)
  }
}

function readKey(key: string | undefined, provider: Provider): Secret {
  if (!key) throw invalid('Give the key in PURSER_TEST_KEY, or a file that holds it with --key-file.')
  if (!isKey(key, provider)) throw invalid(`That is not a key. ${keyForm(provider)}`)
  return new Secret(key)
}

function readMaxItems(text: string): number {
  const items = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (items >= 50) return items
  throw invalid('--max-items must be a whole number, 50 or more: a search page may hold that many.')
}
