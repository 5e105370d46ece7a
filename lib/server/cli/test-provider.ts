import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import {
  AppError,
  compareNano,
  formatCredits,
  formatPlural,
  invalid,
  OPERATION_NAMES,
  removeByteOrderMark,
  Secret,
  systemClock,
  unitTitle,
} from '@/lib/kernel'
import {
  createUpstream,
  describeKeyForm,
  isPossibleKey,
  keyPrefix,
  type Provider,
  readProvider,
} from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'
import type { ServerCall } from './command-line'

const SUITE = 'tests/contract/upstream.test.ts'
const IN_SIGHT =
  'Others on this machine can read a command line: put the key in PURSER_TEST_KEY or a --key-file.'

/**
 * `purser test-provider`: runs the provider suite (tests/contract) against the sandbox, or with --base-url against a
 * real upstream. It first says what that may cost, and never buys more than --max-items. See docs/run/provider.md.
 * Throws before any call if the address or an option cannot be used.
 */
export async function runTestProvider({ args, root }: ServerCall): Promise<number> {
  if (!existsSync(join(root, SUITE)))
    throw new AppError('unavailable', 'The provider suite is not in the image: run it in a checkout.')
  const upstream = readTestOptions(args, process.env)
  if (upstream === null) return runSuite(root, { PURSER_TEST_BASE_URL: '' })
  await createUpstream({ ...upstream, clock: systemClock }).close()
  if (upstream.isKeyInSight) console.warn(IN_SIGHT)
  console.log(describeSuiteCost(upstream))
  if (upstream.yes || (await isConfirmed())) return runSuite(root, toEnvironment(upstream))
  console.log('Nothing was called.')
  return 1
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('Add --yes to go on without being asked.')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Go on? Type yes: ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

const toEnvironment = (upstream: RealUpstream): Record<string, string> => ({
  PURSER_TEST_BASE_URL: upstream.baseUrl,
  PURSER_TEST_KEY: upstream.key.reveal(),
  PURSER_TEST_PROVIDER: upstream.providerFile ?? '',
  PURSER_TEST_MAX_ITEMS: String(upstream.maxItems),
  PURSER_TEST_USER: upstream.user,
  PURSER_TEST_QUERY: upstream.query,
  PURSER_TEST_FOLLOWERS_USER: upstream.followersUser ?? '',
  PURSER_TEST_SHORT_LIST_USER: upstream.shortListUser ?? '',
})

/** Runs vitest on the suite in a separate process and returns its exit code. */
function runSuite(root: string, environment: Record<string, string>): Promise<number> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = ['run', '--project', 'contract', SUITE]
  const child = spawn(
    process.execPath,
    [vitest, ...args, '--reporter', './tests/contract/summary-reporter.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Maximum calls of the suite without the bursts, with the balance after each page. tests/contract enforces it. */
export const MAX_SUITE_CALLS = 120
/** Items that the suite buys if no list ends early, every count is honoured, and --max-items leaves room. */
export const EXPECTED_SUITE_ITEMS = 550

/** Says, before any call, what the suite may cost at this upstream: known limits first, then what is unknown. */
export function describeSuiteCost({ baseUrl, key, provider, maxItems }: RealUpstream): string {
  const tariffs = Object.values(providerPrices(provider)).flatMap((tariff) => tariff ?? [])
  const areAllKnown = tariffs.length === OPERATION_NAMES.length
  const dearest = tariffs.reduce((max, { perItem, perCall, minPerCall, steps }) => {
    const each = [perItem, ...steps.map((step) => step.perItem)].toSorted(compareNano).at(-1) ?? perItem
    const nano = BigInt(maxItems) * each + BigInt(MAX_SUITE_CALLS) * (perCall + minPerCall)
    return nano > max ? nano : max
  }, 0n)
  return [
    `This calls ${baseUrl} with the key ${keyPrefix(key.reveal())}….`,
    `  Items: ${maxItems} at most; a check whose largest page would go past that is skipped. All checks want about ${EXPECTED_SUITE_ITEMS}.`,
    `  ${unitTitle(provider.balanceUnit)}: ${areAllKnown ? `${formatCredits(dearest)} at most, at the provider’s prices` : 'not known, since the provider holds no price for each list'}.`,
    `  Calls: ${formatPlural(MAX_SUITE_CALLS, 'call')} at most at the key’s own pace, and up to four bursts of GET /v1/me, each until a 429 comes: at most six times the key’s rate and 20 calls.`,
    '  What cannot be known: whether this upstream charges for calls that bring no items, or returns more than the interface’s largest page.',
    '  Whatever else uses the same wallet or key meanwhile will disturb the results.',
  ].join('\n')
}

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
export function readTestOptions(
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
    return removeByteOrderMark(readFileSync(file, 'utf8'))
  } catch {
    throw invalid(`--${option} names ${file}, which cannot be read.`)
  }
}

function readKey(key: string | undefined, provider: Provider): Secret {
  if (!key) throw invalid('Give the key in PURSER_TEST_KEY, or a file that holds it with --key-file.')
  if (!isPossibleKey(key, provider)) throw invalid(`That is not a key. ${describeKeyForm(provider)}`)
  return new Secret(key)
}

function readMaxItems(text: string): number {
  const items = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (items >= 50) return items
  throw invalid('--max-items must be a whole number, 50 or more: a search page may hold that many.')
}
