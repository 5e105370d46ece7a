import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '@/lib/platform/db'
import { type Received, type Receiver, startHttpReceiver } from '@/tests/support/receivers'
import { type RunningServer, startServer } from '@/tests/support/server'
import { pathOf, spansIn } from '@/tests/support/spans'
import { FOUNDER, foundTeam, type TeamClient } from '@/tests/support/story'
import { waitUntil } from '@/tests/support/wait-until'

const TOKEN = 'a token for scrapes alone'
const SUBJECT = 'zebrafinch'
const REQUEST_ID = 'proxy-7f3a.0001'

let folder: string
let collector: Receiver<Received>
let server: RunningServer
let admin: TeamClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-operations-'))
  collector = await startHttpReceiver((response) => response.end('{}'))
  const env = {
    METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    LOG_LEVEL: 'debug',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  server = await startServer({ dataFolder: folder, env })
  admin = await foundTeam(server.baseUrl)
})
afterAll(async () => {
  await server?.stop()
  await collector?.close()
  await rm(folder, { recursive: true, force: true })
})

const scrape = (authorization?: string): Promise<Response> =>
  fetch(`${server.baseUrl}/api/metrics`, authorization ? { headers: { authorization } } : {})

/** Buys a page as a click does. */
async function buyPage(): Promise<string> {
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  const { id: environmentId } = await db.environment.findFirstOrThrow()
  await db.$disconnect()
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  const search = { name: 'Grace', operation: 'search', subject: SUBJECT, product: 'Latest' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
  return runId
}

let runId: string

test('one click is one trace through both processes, a scrape shows what it cost, each log line names its request, and no secret leaks', async () => {
  runId = await buyPage()
  const isOfClick = () => spansIn(collector).find(({ name }) => name === 'settle')
  await waitUntil(() => isOfClick() !== undefined)
  const { traceId } = isOfClick() ?? { traceId: '' }
  const ofTrace = () => spansIn(collector).filter((span) => span.traceId === traceId)
  await waitUntil(() => ofTrace().some(({ parentSpanId }) => parentSpanId === ''))
  const spans = ofTrace()
  const pathsTo = (name: string) =>
    spans.filter((span) => span.name === name).map((span) => pathOf(span, spans))
  const page = ['POST /[team]/runs', 'perform', 'verb startRun', 'page search']
  expect(pathsTo('open')).toEqual([[...page, 'open']])
  expect(pathsTo('slot')).toEqual([[...page, 'send', 'slot']])
  expect(pathsTo('call')).toEqual([[...page, 'send', 'call']])
  expect(pathsTo('settle')).toEqual([[...page, 'settle']])

  expect((await scrape()).status).toBe(401)
  expect((await scrape(`Bearer ${TOKEN.slice(1)}`)).status).toBe(401)
  const answer = await scrape(`Bearer ${TOKEN}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const metrics = await answer.text()
  expect(metrics).toMatch(
    /^purser_pages_total\{team="acme",wallet="Main",key="xd_live_.{4}",environment=".+",service=""\} 1$/m,
  )
  expect(metrics).toMatch(
    /^purser_http_requests_total\{method="POST",route="\/\[team\]\/runs",status="200"\} 1$/m,
  )
  expect(metrics).toMatch(/^purser_wallet_balance_credits\{team="acme",wallet="Main"\} \d/m)
  expect(metrics).toMatch(
    /^purser_database_seconds_count\{process="worker",engine="sqlite",work="commit"\} \d/m,
  )
  for (const process of ['web', 'worker'])
    expect(metrics).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{process="${process}"\\}`, 'm'))
  expect(metrics).toContain('\npurser_worker_up{process="worker"} 1\n')
  // Each metric has one head, however many processes report it.
  const heads = metrics.match(/^# TYPE \S+/gm) ?? []
  expect(new Set(heads).size).toBe(heads.length)

  const named = await fetch(`${server.baseUrl}/sign-in?x=${SUBJECT}`, {
    headers: { 'x-request-id': REQUEST_ID },
  })
  expect(named.headers.get('x-request-id')).toBe(REQUEST_ID)
  await waitUntil(() => server.lines.some((line) => line.includes(REQUEST_ID)))
  const line = server.lines.find((each) => each.includes(REQUEST_ID)) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    requestId: REQUEST_ID,
    method: 'GET',
    route: '/sign-in',
    status: 200,
  })

  const told = [metrics, ...server.lines, ...collector.received.map(({ body }) => body)].join('\n')
  for (const secret of [SUBJECT, FOUNDER.password, FOUNDER.email, TOKEN, ...admin.cookies.values()])
    expect(told).not.toContain(secret)
  expect(told).not.toMatch(/xd_live_[A-Za-z0-9]{5}/)
})

const CUTS_MS = [0, 2, 4, 7, 11, 16, 22, 30]
const CUTS_AT_EACH = 12

const path = () => `/api/runs/${runId}/export?team=${admin.team}&format=xlsx`

/** Requests the file and disconnects after this many milliseconds. */
const askAndLeave = (afterMs: number) =>
  new Promise<void>((resolve) => {
    const { hostname, port, host } = new URL(server.baseUrl)
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path()} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`)
      setTimeout(() => socket.destroy(), afterMs)
    })
    socket.once('error', () => undefined).once('close', () => resolve())
    socket.resume()
  })

const download = async () => {
  const answer = await admin.fetch(path())
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
}

test('a person can still download after downloads were cut off at any moment or requested with HEAD', async () => {
  const whole = await download()
  expect(whole).toMatchObject({ status: 200 })
  for (const afterMs of CUTS_MS) for (let at = 0; at < CUTS_AT_EACH; at++) await askAndLeave(afterMs)
  for (let at = 0; at < 6; at++) expect((await admin.fetch(path(), { method: 'HEAD' })).status).toBe(405)
  await expect.poll(download, { timeout: 10_000 }).toMatchObject({ status: 200 })
  expect((await download()).bytes).toBeGreaterThan(whole.bytes / 2)
})
