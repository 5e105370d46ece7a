import type { IncomingMessage } from 'node:http'
import { AppError, type Clock, invalid, nanoToText, notFound, parseTypedCredits } from '@/lib/kernel'
import { answerWithJson, errorAnswer, type HttpAnswer, RefusalError } from './answers'
import type { Billing } from './billing'
import { MEMORABLE_ACCOUNTS, mixNumbers } from './catalogue'
import { type PageSizer, parseCountHabit } from './count-habits'
import { type FaultyService, readFaultSetting } from './faults'
import { parseFormName, type SandboxForms } from './forms'
import { type Limiters, parseLimiterName } from './limiters'
import { parsePackName, parseSandboxOperation } from './operations'
import type { Operator, WalletState } from './operator'
import type { HttpResponder } from './serve'
import { parseSandboxService } from './services'

interface ControlParts {
  readonly operator: Operator
  readonly faulty: Pick<FaultyService, 'setFault' | 'state'>
  readonly limiters: Limiters
  readonly counts: PageSizer
  readonly clock: ServiceClock
  readonly forms: Pick<SandboxForms, 'name' | 'choose'>
  readonly latency: { readonly now: () => Latency; readonly choose: (latency: Latency) => void }
  readonly endSession: () => void
  readonly billing: Pick<Billing, 'setPrice' | 'delayMs' | 'chooseDelay'>
  readonly flush: () => Promise<void>
}

/** Serves the operator's actions as JSON over HTTP, for tests and scripts. Amounts are decimal texts of credits. */
export function createControlApi(parts: ControlParts): HttpResponder {
  return async (request) => {
    try {
      refuseBrowsers(request)
      if (request.method === 'GET') return read(request.url ?? '', parts)
      if (request.method !== 'POST') throw new RefusalError(405, 'Use GET or POST.', { allow: 'GET, POST' })
      const answer = act(request.url ?? '', await readBody(request), parts)
      await parts.flush()
      return answer
    } catch (error) {
      return errorAnswer(toRefusal(error))
    }
  }
}

function read(
  path: string,
  { operator, faulty, limiters, counts, billing, forms, latency, clock }: ControlParts,
): HttpAnswer {
  if (path !== '/state') throw notFound('The control path')
  return answerWithJson({
    wallets: operator.state().map(toWire),
    preset: forms.name,
    limiter: limiters.name,
    counts: counts.name,
    latency: toLatencyWire(latency.now()),
    chargeDelayMs: billing.delayMs,
    clock: { offsetMs: clock.offsetMs, now: clock.now() },
    fault: faulty.state(),
  })
}

function act(path: string, body: ReadonlyMap<string, unknown>, parts: ControlParts): HttpAnswer {
  const { operator, faulty, limiters, counts, forms, latency, clock, endSession, billing } = parts
  const [, what, id = '', action] = path.split('/')
  const order = action === undefined ? what : `${what}/${action}`
  switch (order) {
    case 'wallets': {
      const pack = body.get('pack')
      const service = body.get('service')
      const created = operator.createWallet({
        name: textOf(body.get('name'), 'name'),
        balanceNano: creditsOf(body.get('balance') ?? '0', 'balance'),
        ...(service !== undefined && { service: parseSandboxService(textOf(service, 'service')) }),
        ...(pack !== undefined && { pack: parsePackName(textOf(pack, 'pack')) }),
      })
      return answerWithJson(created, 201)
    }
    case 'wallets/keys':
      return answerWithJson({ key: operator.createKey(id).reveal() }, 201)
    case 'wallets/packs':
      operator.buyPack(id, parsePackName(textOf(body.get('pack'), 'pack')))
      return answerWithJson({})
    case 'wallets/rate':
      operator.chooseRate(id, { calls: numberOf(body.get('calls')), perMs: numberOf(body.get('perMs')) })
      return answerWithJson({})
    case 'wallets/balance':
      operator.tellBalance(id, body.get('tells') !== false)
      return answerWithJson({})
    case 'wallets/top-up':
      operator.topUp(id, creditsOf(body.get('amount'), 'amount'))
      return answerWithJson({})
    case 'prices':
      return setPrice(parseSandboxOperation(id), body, parts)
    case 'charge-delay': {
      const ms = body.get('ms')
      billing.chooseDelay(numberOf(ms))
      return answerWithJson({ ms })
    }
    case 'keys/revoke':
      operator.revokeByPrefix(id)
      return answerWithJson({})
    case 'latency': {
      const chosen = parseLatency(body.get('ms'), body.get('spread'))
      latency.choose(chosen)
      return answerWithJson(toLatencyWire(chosen))
    }
    case 'clock': {
      const offsetMs = body.get('offsetMs')
      clock.move(numberOf(offsetMs))
      return answerWithJson({ offsetMs, now: clock.now() })
    }
    case 'end-session':
      endSession()
      return answerWithJson({})
    case 'preset': {
      const name = parseFormName(textOf(body.get('name'), 'name'))
      forms.choose(name)
      return answerWithJson({ name })
    }
    case 'limiter':
      limiters.choose(parseLimiterName(textOf(body.get('name'), 'name')))
      return answerWithJson({ name: limiters.name })
    case 'counts':
      counts.choose(parseCountHabit(textOf(body.get('name'), 'name')))
      return answerWithJson({ name: counts.name })
    case 'faults':
      faulty.setFault(readFaultSetting(body))
      return answerWithJson(faulty.state())
    default:
      throw notFound('The control path')
  }
}

function setPrice(
  operation: ReturnType<typeof parseSandboxOperation>,
  body: ReadonlyMap<string, unknown>,
  { billing, operator }: ControlParts,
): HttpAnswer {
  const wallet = body.get('wallet')
  const walletId = wallet === undefined ? undefined : textOf(wallet, 'wallet')
  if (walletId !== undefined && !operator.state().some(({ id }) => id === walletId))
    throw notFound('The wallet')
  billing.setPrice(operation, creditsOf(body.get('price'), 'price'), walletId)
  return answerWithJson({})
}

const toLatencyWire = ({ ms, spreadMs }: Latency) => ({ ms, spread: spreadMs })

const toWire = ({ balanceNano, chargedNano, ...wallet }: WalletState) => ({
  ...wallet,
  balance: nanoToText(balanceNano),
  charged: nanoToText(chargedNano),
})

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a text.`)
  return value
}

function creditsOf(value: unknown, name: string): bigint {
  const nano = parseTypedCredits(textOf(value, name))
  if (nano === null)
    throw invalid(`${name} must be a decimal number of credits, as text, with at most 9 decimals.`)
  return nano
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  return new RefusalError(error.code === 'not_found' ? 404 : 400, error.message)
}

const MAX_BODY = 65_536
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * Refuses web pages: a page in a browser on this machine could reach the port, but its headers show that it is a page.
 */
function refuseBrowsers({ headers }: IncomingMessage): void {
  if (headers.origin !== undefined || !LOOPBACK_HOST.test(headers.host ?? ''))
    throw new RefusalError(400, 'The control port answers programs on this machine only.')
}

/** Reads the JSON object in a request's body, by field; empty if there is no body. */
async function readBody(request: IncomingMessage): Promise<ReadonlyMap<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY) throw new RefusalError(413, 'The body is too large.')
    chunks.push(bytes)
  }
  return toFields(Buffer.concat(chunks).toString())
}

function toFields(text: string): ReadonlyMap<string, unknown> {
  if (text === '') return new Map()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return new Map(Object.entries(value))
  } catch {
    // Reported below, like any other text that holds no object.
  }
  throw new RefusalError(400, 'The body must be a JSON object.')
}

const FURTHEST_MS = 100 * 366 * 86_400_000

/** The service's own clock: the machine's, moved by an offset. Only dates move, durations do not. */
export interface ServiceClock extends Clock {
  readonly offsetMs: number
  /** Sets how far the service is ahead (or behind, below zero). Throws `invalid` beyond a hundred years. */
  move(offsetMs: number): void
}

export function createServiceClock(clock: Clock): ServiceClock {
  let offsetMs = 0
  return {
    now: () => new Date(clock.now().getTime() + offsetMs),
    // Limiters and sleeps use this: a refused key must not be refused for a year because the date went back.
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    get offsetMs() {
      return offsetMs
    },
    move(to) {
      if (!Number.isInteger(to) || Math.abs(to) > FURTHEST_MS)
        throw invalid('offsetMs must be a whole number of milliseconds, at most a hundred years.')
      offsetMs = to
    },
  }
}

const MAX_MS = 600_000

/** Duration of answers: uniformly from `ms` - `spreadMs` to `ms` + `spreadMs`, in milliseconds. */
export interface Latency {
  readonly ms: number
  readonly spreadMs: number
}

/** Parses a latency. Throws `invalid` for one that no answer can take. */
export function parseLatency(ms: unknown, spreadMs: unknown = 0): Latency {
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_MS))
    throw invalid(`ms must be a number from 0 to ${MAX_MS}.`)
  if (typeof spreadMs !== 'number' || !(spreadMs >= 0 && spreadMs <= ms))
    throw invalid('spread must be a number from 0 to ms.')
  return { ms, spreadMs }
}

/** Returns a function that draws the milliseconds of successive answers, the same for the same seed. */
export function createLatencySampler({ ms, spreadMs }: Latency, seed: number): () => number {
  let drawn = 0
  return () => ms - spreadMs + (2 * spreadMs * mixNumbers(seed, 31, drawn++)) / 2 ** 32
}

/** Things to try first, of which the sandbox has plenty with any seed. */
export const SANDBOX_SUGGESTIONS = {
  timelineUser: 'ada',
  searchQuery: 'coffee',
  followersUser: 'grace',
  /** Users whose lists no service shows; the interface does not know them. */
  protectedUser: 'quiet_quentin',
  suspendedUser: 'gone_gabriel',
  /** A dozen accounts with long timelines and many followers. */
  users: MEMORABLE_ACCOUNTS.map(({ username }) => username),
} as const
