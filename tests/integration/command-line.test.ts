import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApiRateLimiter } from '@/lib/api'
import { cancelRun, createBackgroundRuns, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, listBudgets } from '@/lib/money/budgets'
import { dayContaining } from '@/lib/platform/calendar'
import { createTokenTryLimiter } from '@/lib/platform/tries'
import { isApiToken, isGatewayToken } from '@/lib/platform/vault'
import { type ProgramIo, runProgram } from '@/lib/server/program'
import { createToken, createTokenHolders, PERMISSION_NAMES } from '@/lib/teams/tokens'
import { makeTeam, TEAM_ZONE } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { startApiServer } from '@/tests/support/api-server'
import { bundled } from '@/tests/support/bundled'
import { describeOnDatabase } from '@/tests/support/databases'
import { memoryFolder } from '@/tests/support/memory-folder'
import { QUICK_NODE } from '@/tests/support/quick-node'

const page = readFileSync('docs/call/command-line.md', 'utf8')
/** The lines of “Examples” in the document. */
const documented = (/## Examples\s+```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '').trim().split('\n')
/** The run id used in examples. */
const EXAMPLE_RUN = '0199a1c0-0000-7000-8000-000000000009'

/** Replaces the last day of the examples by today, and their month by the current one. */
const now = (word: string): string => {
  const today = dayContaining(new Date(), TEAM_ZONE).date
  return word.replace('2026-11-30', today).replace(/^2026-11/, today.slice(0, 7))
}

const A_BUDGET = ['budget', 'add', 'A', '--unit', 'items', '--period', 'day', '--amount', '5']

/** Splits a line into words like a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(1)

describeOnDatabase('the command line', async (open, engine) => {
  let out: string[]
  let notes: string[]
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    maxPerMember: 50,
    onError: (error) => expect.unreachable(String(error)),
  })
  const environmentId = team.environments[0]?.id ?? ''
  const { key } = upstream.issueKey({ pack: 'Growth', balanceNano: 10n ** 12n })
  await addKey(team.admin, upstream, { key, name: 'Shop', walletId: team.walletId, environmentId })
  await createSearch(team.admin, { name: 'Mentions of Acme', operation: 'search', subject: 'coffee' })
  const permissions = [...PERMISSION_NAMES]
  const made = await createToken(team.admin, { name: 'All', permissions, expiresInDays: null })
  const token = made.token.reveal()
  const services = { ...upstream, background }
  const server = await startApiServer({
    db: opened.db,
    clock: systemClock,
    holders: createTokenHolders(opened.db, systemClock),
    limits: createApiRateLimiter(),
    tries: createTokenTryLimiter(systemClock),
    services: {
      upstreams: upstream.upstreams,
      startRun: (ctx, input) => startBackgroundRun(ctx, services, input),
      cancelRun: (ctx, runId) => cancelRun(ctx, services, runId),
    },
    onError: (error) => expect.unreachable(String(error)),
  })
  afterAll(async () => {
    await server.close()
    await background.stop()
    await upstream.close()
  })
  beforeEach(() => {
    out = []
    notes = []
  })

  const type = (words: readonly string[], env: ProgramIo['env'] = {}) =>
    runProgram(words, {
      env: { PURSER_URL: server.url, PURSER_TOKEN: token, ...env },
      clock: { ...systemClock, sleep: () => systemClock.sleep(5) },
      print: (line) => void out.push(line),
      printError: (line) => void notes.push(line),
      save: async (file, body) => void out.push(`${file}: ${await new Response(body).text()}`),
    })
  const lastRun = async () => (await opened.db.run.findFirstOrThrow({ orderBy: { startedAt: 'desc' } })).id
  const read = (): unknown => JSON.parse(out.join('\n'))

  test('each example of the document and the help works', async () => {
    const help = async (...words: string[]) => {
      out = []
      await type(['help', ...words])
      return out.join('\n').split('\n')
    }
    const names = (await help()).flatMap((line) => /^ {2}([a-z]+(?:[ -][a-z]+)?) {2,}/.exec(line)?.[1] ?? [])
    expect(names).toEqual([
      ...['usage', 'statement', 'run', 'cancel', 'export', 'export search'],
      ...['budget', 'budget add', 'budget change', 'budget delete', 'keys', 'new-token'],
    ])
    const ofHelp: string[] = []
    for (const name of names) {
      if (name.includes(' ')) continue
      const lines = await help(name)
      const examples = lines.slice(lines.indexOf('Examples') + 1).map((line) => line.trim())
      expect(examples.length, name).toBeGreaterThan(0)
      ofHelp.push(...examples)
    }
    for (const line of [...documented, ...ofHelp]) {
      if (line.startsWith('purser cancel')) await type(['run', 'Mentions of Acme'])
      out = []
      notes = []
      const words = wordsOf(line)
      const run = words.includes(EXAMPLE_RUN) ? await lastRun() : ''
      const code = await type(words.map((word) => now(word === EXAMPLE_RUN ? run : word)))
      expect(code, `${line}: ${notes.join('\n')}`).toBe(0)
      expect([...out, ...notes].join('').length, line).toBeGreaterThan(0)
      expect([...out, ...notes].join('\n')).not.toContain(token)
      if (words.includes('--json') && !words.includes('--follow')) expect(read()).toBeTruthy()
    }
    expect(documented.length).toBeGreaterThan(10)
  })

  test('a followed run prints what it bought, and its items are exported to a file', async () => {
    expect(await type(['run', 'Mentions of Acme', '--cap-items', '100', '--follow'])).toBe(0)
    const id = await lastRun()
    expect(out[0]).toBe(`Run ${id}`)
    expect(out.at(-1)).toMatch(/^\S+ · \d+ pages? · 100 items, \d+ new · charge \d+(\.\d+)? · Cap reached/)
    out = []
    expect(await type(['export', id, '--out', 'items.csv'])).toBe(0)
    expect((out[0] ?? '').split('\n').filter((line) => line.trim() !== '').length).toBeGreaterThan(100)
    expect(notes).toEqual(['Wrote items.csv.'])
    out = []
    expect(await type(['usage', '--range', 'today'])).toBe(0)
    expect(out.find((line) => line.startsWith('production'))).toMatch(/^production +\d+ +\d+ /)
  })

  test('a run is started once per idempotency key, even if the answer was lost', async () => {
    const words = ['run', 'Mentions of Acme', '--cap-items', '50', '--idempotency-key', 'nightly-1', '--json']
    const before = await opened.db.run.count()
    expect(await type(words)).toBe(0)
    const [first] = out
    out = []
    server.cutOff(2)
    expect(await type(words)).toBe(0)
    expect(JSON.parse(out[0] ?? '').id).toBe(JSON.parse(first ?? '').id)
    expect(await opened.db.run.count()).toBe(before + 1)
  })

  test('following continues after its connection broke', async () => {
    const following = type(['run', 'Mentions of Acme', '--cap-items', '300', '--follow'])
    while (!server.asked.some((asked) => asked.endsWith('/events'))) await systemClock.sleep(5)
    server.cutOff(2)
    expect(await following).toBe(0)
  })

  test('a run stopped by a budget exits with 3', async () => {
    const input = {
      name: 'None',
      scope: 'team',
      unit: 'items',
      period: 'total',
      amount: '1',
      stops: true,
      tellsAt: [],
    }
    const { id } = await createBudget(team.admin, createBudgetInput.parse(input))
    expect(await type(['run', 'Mentions of Acme', '--cap-items', '100', '--follow'])).toBe(3)
    expect(out.at(-1)).toContain('Stopped by a budget')
    out = []
    expect(await type(['budget', '--json'])).toBe(0)
    expect(read()).toMatchObject([{ id, name: 'None', stops: true }])
    expect(await type(['budget', 'delete', 'None', '--yes'])).toBe(0)
    expect(await listBudgets(team.admin)).toEqual([])
  })

  test.each<[string, string[], ProgramIo['env'], number, RegExp]>([
    ['an unknown command', ['buy'], {}, 2, /no command “buy”/],
    ['an unknown option', ['usage', '--colour', 'red'], {}, 2, /--colour.*purser help usage/s],
    ['a word too many', ['keys', 'all'], {}, 2, /“all” is one word too many/],
    ['no address', ['keys'], { PURSER_URL: undefined }, 2, /Set PURSER_URL/],
    ['no token', ['keys'], { PURSER_TOKEN: '' }, 2, /Set PURSER_TOKEN/],
    [
      'a token on two lines',
      ['keys'],
      { PURSER_TOKEN: 'pt_one\ntwo' },
      2,
      /^PURSER_TOKEN holds a space(?!.*two)/,
    ],
    ['a token with an accent', ['keys'], { PURSER_TOKEN: 'pt_é' }, 2, /^PURSER_TOKEN holds a space/],
    ['a password', ['keys'], { PURSER_URL: 'http://u:secret@127.0.0.1' }, 2, /^PURSER_URL must(?!.*secret)/],
    ['a wrong token', ['keys'], { PURSER_TOKEN: 'pt_wrong' }, 1, /wrong, revoked or expired/],
    ['nobody there', ['keys'], { PURSER_URL: 'http://127.0.0.1:1' }, 1, /cannot be reached/],
    [
      'an unknown wallet',
      ['statement', 'Mian', '--month', '2026-11'],
      {},
      2,
      /no wallet “Mian”. There are: Main\./,
    ],
    ['a bad month', ['statement', '--month', '2026-13'], {}, 2, /Give --month/],
    ['a value that the endpoint does not take', ['usage', '--by', 'colour'], {}, 2, /^--by: .*environment/],
    ['a value that Purser refuses', ['usage', '--range', '90d', '--step', 'hour'], {}, 1, /step: /],
    [
      'a number that is none',
      ['run', 'Mentions of Acme', '--cap-items', 'x'],
      {},
      2,
      /^--cap-items: .*whole/,
    ],
    ['a budget for nothing', [...A_BUDGET, '--scope', 'key'], {}, 2, /--of and a name or id/],
    ['an unknown key of a budget', [...A_BUDGET, '--scope', 'key', '--of', 'B'], {}, 2, /no key “B”/],
    ['what cannot be undone', ['budget', 'delete', 'A'], {}, 2, /Add --yes/],
    ['an unknown thing to do', ['budget', 'erase', 'A'], {}, 2, /“erase” is one word too many/],
    ['a missing word', ['budget', 'add'], {}, 2, /Give the name after purser budget add/],
    ['an unknown run', ['export', EXAMPLE_RUN], {}, 1, /was not found/],
    [
      'a budget without an amount',
      ['budget', 'add', 'A', '--unit', 'items'],
      {},
      2,
      /needs --amount and --period/,
    ],
  ])('%s exits with a sentence and its code', async (_, words, env, code, sentence) => {
    expect(await type(words, env)).toBe(code)
    expect(notes.join('\n')).toMatch(sentence)
    expect(out).toEqual([])
  })

  test('generates tokens of the right format', async () => {
    await type(['new-token', 'api'])
    await type(['new-token', 'gateway'])
    expect(isApiToken(out[0] ?? '')).toBe(true)
    expect(isGatewayToken(out[1] ?? '')).toBe(true)
  })

  test.runIf(engine === 'sqlite')('works as the one file of the image', async () => {
    const program = await bundled('lib/server/cli/program.ts')
    const folder = await mkdtemp(join(memoryFolder(), 'purser-program-'))
    const env = { ...process.env, PURSER_URL: server.url, PURSER_TOKEN: token }
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [...QUICK_NODE, program, ...words], { env, cwd: folder })
    expect((await run('keys')).stdout).toContain('Shop')
    await type(['run', 'Mentions of Acme', '--cap-items', '50', '--follow'])
    await run('export', await lastRun(), '--out', 'items.csv')
    expect((await readFile(join(folder, 'items.csv'), 'utf8')).length).toBeGreaterThan(100)
    await expect(run('buy')).rejects.toMatchObject({ code: 2, stdout: '' })
    await rm(folder, { recursive: true })
  })
})
