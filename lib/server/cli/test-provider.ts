/**
 * `npm run test:provider`: runs the provider suite (tests/contract) against the sandbox, or with --base-url against a
 * real upstream. It first says what that may cost, and never buys more than --max-items. See docs/run/provider.md.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@/lib/kernel'
import { createUpstream } from '@/lib/upstream/client'
import { costOf } from './test-provider-cost'
import { type RealUpstream, readOptions } from './test-provider-options'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const IN_SIGHT =
  'Others on this machine can read a command line: put the key in PURSER_TEST_KEY or a --key-file.'

/** Runs the command. Throws before any call if the address or an option cannot be used. */
async function run(): Promise<number> {
  const upstream = readOptions(process.argv.slice(2), process.env)
  if (upstream === null) return runSuite({ PURSER_TEST_BASE_URL: '' })
  await createUpstream({ ...upstream, clock: systemClock }).close()
  if (upstream.isKeyInSight) console.warn(IN_SIGHT)
  console.log(costOf(upstream))
  if (upstream.yes || (await isConfirmed())) return runSuite(toEnvironment(upstream))
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
function runSuite(environment: Record<string, string>): Promise<number> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = ['run', '--project', 'contract', 'tests/contract/upstream.test.ts']
  const child = spawn(
    process.execPath,
    [vitest, ...args, '--reporter', './tests/contract/summary-reporter.ts'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

run().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
