import { onTestFinished } from 'vitest'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import {
  type CountHabitName,
  createSandbox,
  type FaultSetting,
  type Latency,
  type PackName,
  type Sandbox,
} from '@/lib/sandbox'
import { createManualClock, type ManualClock } from './manual-clock'

interface StartOptions {
  readonly pack?: PackName
  readonly balanceNano?: bigint
  readonly dataDir?: string | null
  readonly seed?: number
  readonly clock?: ManualClock
  readonly latency?: Latency
  readonly fault?: FaultSetting
  readonly counts?: CountHabitName
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

/** Every field that tests read in an answer of the sandbox. */
export interface Body {
  readonly tweets?: readonly { id: string; text: string; created_at: string; author: { username: string } }[]
  readonly users?: readonly { id: string; username: string; followers_count: number }[]
  readonly next_cursor?: string
  readonly key_prefix?: string
  readonly balance?: number
  readonly rate_limit_qps?: number
  readonly error?: string
  readonly message?: string
}

export interface Started {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly baseUrl: string
  readonly walletId: string
  readonly key: string
  get(path: string, headers?: Record<string, string>): Promise<Reply>
}

/** Starts a sandbox on a free port with one wallet and one key, until the test ends. */
export async function start(options: StartOptions = {}): Promise<Started> {
  const { pack = 'Scale', balanceNano = 1_000_000n * NANO_PER_CREDIT, clock = createManualClock() } = options
  const { dataDir = null, seed = 1, latency } = options
  const sandbox = await createSandbox({
    dataDir,
    seed,
    clock,
    ...(latency && { latency }),
    ...(options.fault && { fault: options.fault }),
    ...(options.counts && { counts: options.counts }),
  })
  onTestFinished(() => sandbox.close())
  const { walletId } = sandbox.operator.createWallet({ name: 'Tests', balanceNano })
  sandbox.operator.buyPack(walletId, pack)
  const key = sandbox.operator.createKey(walletId).reveal()
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const get = (path: string, headers: Record<string, string> = { 'x-api-key': key }) =>
    request(`${baseUrl}${path}`, { headers })
  return { sandbox, clock, baseUrl, walletId, key, get }
}

export async function request(url: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const body: Body = isJson ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, body }
}

/**
 * Follows next_cursor to the end. Returns the pages in order. The clock moves between pages, so that the rate
 * never matters.
 */
export async function allPages({ get, clock }: Started, path: string, stepMs = 10): Promise<Body[]> {
  const pages: Body[] = []
  let cursor = ''
  do {
    const separator = path.includes('?') ? '&' : '?'
    const reply = await get(cursor === '' ? path : `${path}${separator}cursor=${cursor}`)
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`)
    pages.push(reply.body)
    cursor = reply.body.next_cursor ?? ''
    clock.advance(stepMs)
  } while (cursor !== '')
  return pages
}

/** Returns the started wallet as the operator sees it. */
export function walletOf({ sandbox, walletId }: Started) {
  const wallet = sandbox.operator.state().find(({ id }) => id === walletId)
  if (!wallet) throw new Error('The wallet is gone')
  return wallet
}
