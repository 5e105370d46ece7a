import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackgroundRuns, createRunServices, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, OPERATION_NAMES, systemClock } from '@/lib/kernel'
import { addKey, listKeys, setKeyRate } from '@/lib/keys/keys'
import { listWallets } from '@/lib/money/wallets'
import { createVault } from '@/lib/platform/vault'
import { defaultProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import {
  chooseService,
  chooseServiceInput,
  createUpstreams,
  readReadyProviders,
} from '@/lib/upstream/providers'
import { itemsOf } from '@/tests/factories/items'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'

const READY = 'lib/upstream/providers/ready'
const FILE = 'tests/support/tweetapi.json'
const KEY = 'tw_0123456789abcdefghijklmnop'
const PAGE = 20
const TOTAL = 50

/**
 * Answers as the service documented in tests/support/tweetapi.json: no account, lists by numeric id, no end
 * flag.
 */
function answer({ url = '', headers }: IncomingMessage): { readonly status: number; readonly body: object } {
  const { pathname, searchParams } = new URL(url, 'http://service.example')
  if (headers['x-api-key'] !== KEY)
    return { status: 401, body: { statusCode: 401, message: 'Invalid API key' } }
  if (pathname === '/tw-v2/user/by-username')
    return { status: 200, body: { data: { id: '10093010', username: 'ada' } } }
  const list = {
    '/tw-v2/user/tweets': 'userId',
    '/tw-v2/user/followers': 'userId',
    '/tw-v2/search': 'query',
  }[pathname]
  if (list === undefined) return { status: 404, body: { statusCode: 404, message: 'Not found' } }
  const known = list === 'userId' ? ['userId', 'cursor'] : ['query', 'type', 'cursor']
  const stranger = [...searchParams.keys()].find((name) => !known.includes(name))
  if (stranger || !searchParams.get(list) || (list === 'userId' && searchParams.get(list) !== '10093010'))
    return { status: 400, body: { error: { code: 'VALIDATION_ERROR', message: `Bad ${stranger ?? list}` } } }
  const from = Number(searchParams.get('cursor') ?? 0)
  const data = Array.from({ length: Math.min(PAGE, TOTAL - from) }, (_, at) => ({
    id: `${pathname.length}${from + at + 1000}`,
    text: 'Hello',
    username: 'ada',
    author: { id: '10093010', username: 'ada', name: 'Ada' },
    createdAt: '2026-11-26T14:30:00.000Z',
  }))
  const next = from + PAGE < TOTAL ? String(from + PAGE) : null
  return { status: 200, body: { data, pagination: { nextCursor: next, prevCursor: null } } }
}

async function startService(): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describeOnDatabase('a sixth service', (open) => {
  test('needs one file beside the ready providers, and no code: its lists are read to their end', async () => {
    const opened = await open()
    onTestFinished(() => opened.close())
    const folder = await mkdtemp(join(tmpdir(), 'purser-ready-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(READY, folder, { recursive: true })
    await cp(FILE, join(folder, 'tweetapi.json'))
    const baseUrl = await startService()
    const upstreams = createUpstreams({
      baseUrl,
      provider: defaultProvider,
      ready: await readReadyProviders(folder),
      fixedBaseUrl: baseUrl,
      clock: systemClock,
    })
    const pacers = createPacers(systemClock)
    const parts = { upstreams, pacers, vault: createVault(randomBytes(32)) }
    const services = createRunServices(parts, newId(), systemClock)
    onTestFinished(async () => {
      pacers.closeAll()
      await upstreams.close()
    })
    const team = await makeTeam(opened.db, systemClock)
    await chooseService(team.admin, upstreams, chooseServiceInput.parse({ provider: 'tweetapi' }))

    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { id: keyId } = await addKey(team.admin, services, { key: KEY, name: '', ...where })
    expect(await listKeys(team.admin)).toMatchObject([{ isUnchecked: true, checkedAt: null, pack: 'Free' }])
    expect((await listWallets(team.admin))[0]).toMatchObject({ balance: null, expectedNano: null })
    await setKeyRate(team.admin, services, { keyId, requests: 100, windowSeconds: 1 })

    const background = createBackgroundRuns({
      services,
      clock: systemClock,
      isShared: false,
      onError: (error) => expect.unreachable(String(error)),
    })
    for (const operation of OPERATION_NAMES) {
      const { id: searchId } = await createSearch(team.admin, { name: operation, operation, subject: 'ada' })
      const asked = { runId: randomUUID(), searchId, keyId }
      const { runId } = await startBackgroundRun(team.admin, { ...services, background }, asked)
      await background.ended(runId)
      expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'last_page', items: TOTAL })
      const items = await itemsOf(team.admin, runId)
      expect(new Set(items.map(({ id }) => id)).size).toBe(TOTAL)
      expect(items[0]).toMatchObject({ author: { handle: 'ada' }, createdAt: '2026-11-26T14:30:00.000Z' })
    }
  })
})
