import { type Clock, invalid } from '@/lib/kernel'
import type { KeyAccount, SandboxAccounts } from '../accounts'
import { answerWithJson } from '../answers'
import { createRandomSource, type RandomSource } from '../catalogue/chance'
import type { SandboxForm, SandboxRequest, Wire } from '../form'
import type { ListPage } from '../pages'
import { type AnswerDelivery, type HttpServerHandle, sendAnswerAtOnce, serveHttp } from '../serve'
import type { Fault, FaultyRequest } from './fault'
import { FAULTS, type FaultName, parseFaultName } from './faults'

interface FaultyParts {
  readonly accounts: SandboxAccounts
  readonly clock: Clock
}

/** The present fault, and its effects so far. */
export interface FaultState {
  readonly setting: Required<FaultSetting> | null
  /** Number of requests that have met it since it was set. */
  readonly met: number
  /** Requests that followed a redirect. */
  readonly trapped: TrappedRequests
}

/** The service with a fault that can be set and removed at any time. */
export interface FaultyService {
  respond(request: SandboxRequest, form: SandboxForm): AnswerDelivery
  /** Sets the fault from the next request on, and restarts the count of requests. Throws `invalid`. */
  setFault(fault: FaultSetting | null): void
  state(): FaultState
  close(): Promise<void>
}

interface PageOfKey {
  readonly page: ListPage
  readonly key: KeyAccount
}

/** Puts faults between the service's judgement and the network. It knows for each page whether all of it has left. */
export function createFaultyService({ accounts, clock }: FaultyParts): FaultyService {
  const trap = createTrap()
  let setting: Required<FaultSetting> | null = null
  let draw: ReturnType<typeof createDraw> | null = null
  let met = 0

  const meet = (request: SandboxRequest, form: SandboxForm): { fault: Fault; turn: FaultyRequest } | null => {
    const wire = form.wireOf(request)
    const drawn = setting && draw?.(wire.asks)
    if (!setting || !drawn) return null
    met += 1
    return { fault: FAULTS[setting.name], turn: { request, wire, clock, trapUrl: trap.url, ...drawn } }
  }

  const judge = (
    request: SandboxRequest,
    form: SandboxForm,
    fault?: Fault,
    turn?: FaultyRequest,
  ): AnswerDelivery => {
    const charged: PageOfKey[] = []
    const asked = turn ? (fault?.alterRequest?.(turn) ?? request) : request
    const answer = form.handle(asked, (given, key) => {
      const page = turn ? (fault?.alterPage?.(given, turn) ?? given) : given
      charged.push({ page, key })
      return page
    })
    const dated = { ...answer, headers: { date: clock.now().toUTCString(), ...answer.headers } }
    if (answer.status !== 200 || answer.isRefusal) return sendAnswerAtOnce(dated)
    const send = (turn && fault?.send?.(dated, turn)) ?? sendAnswerAtOnce(dated)
    return async (line) => {
      const isWhole = await send(line)
      if (isWhole) for (const { page, key } of charged) accounts.countDelivered(key, page)
      return isWhole
    }
  }

  return {
    respond: (request, form) => {
      const { fault, turn } = meet(request, form) ?? {}
      return (turn && fault?.instead?.(turn)) ?? judge(request, form, fault, turn)
    },
    setFault: (given) => {
      setting = given && completeSetting(given)
      draw = setting && createDraw(setting)
      met = 0
    },
    state: () => ({ setting, met, trapped: trap.trapped() }),
    close: trap.close,
  }
}

/** The setting of a fault: which requests fail, and how. */
export interface FaultSetting {
  readonly name: FaultName
  /** Seed that selects which requests meet the fault; 1 by default. */
  readonly seed?: number
  /** Fraction of the requests at which the fault begins, from 0 to 1; 1 (all of them) by default. */
  readonly share?: number
  /** `pages` spares the key info; `all` by default. */
  readonly only?: 'pages' | 'all'
}

/** Completes a setting. Throws `invalid` for an impossible seed or share. */
function completeSetting({ name, seed = 1, share = 1, only = 'all' }: FaultSetting): Required<FaultSetting> {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw invalid('A fault’s seed is a whole number, zero or more.')
  if (!(share >= 0 && share <= 1)) throw invalid('A fault’s share is a number from 0 to 1.')
  return { name, seed, share, only }
}

/** Reads the fields of a control request; null if the name is null, which removes the fault. Throws `invalid`. */
export function readFaultSetting(fields: ReadonlyMap<string, unknown>): FaultSetting | null {
  const name = fields.get('name')
  if (name === null) return null
  if (typeof name !== 'string') throw invalid('name must be the name of a fault, or null.')
  const [seed, share, only] = [fields.get('seed') ?? 1, fields.get('share') ?? 1, fields.get('only') ?? 'all']
  if (typeof seed !== 'number' || typeof share !== 'number') throw invalid('seed and share must be numbers.')
  if (only !== 'pages' && only !== 'all') throw invalid('only must be "pages" or "all".')
  return completeSetting({ name: parseFaultName(name), seed, share, only })
}

const STEPS = 1_000_000
const WHETHER = 1
const WHAT = 2

/** The number of a request among those that could meet the fault, and its random choices if it does. */
export interface FaultDraw {
  readonly number: number
  readonly chance: RandomSource
}

/**
 * Creates the draw of which requests meet the fault. The n-th choice depends only on the seed and n, so that a series
 * of requests can be repeated.
 */
function createDraw({ name, seed, share, only }: Required<FaultSetting>) {
  const { inARow = 1, meets } = FAULTS[name]
  let number = 0
  const begins = (at: number): boolean =>
    at > 0 && createRandomSource(seed, at, WHETHER).below(STEPS) < Math.round(share * STEPS)
  const canMeet = (asks: Wire['asks']): boolean => {
    if (asks === 'page') return meets !== 'key info'
    if (only === 'pages') return false
    return asks === 'key info' ? meets !== 'pages' : meets === undefined
  }

  /** Counts a request; returns null if it is spared. */
  return (asks: Wire['asks']): FaultDraw | null => {
    if (!canMeet(asks)) return null
    number += 1
    const here = number
    const isMet = Array.from({ length: inARow }, (_, back) => here - back).some(begins)
    return isMet ? { number, chance: createRandomSource(seed, number, WHAT) } : null
  }
}

/** The requests that reached the trap: there should never be any. */
export interface TrappedRequests {
  readonly requests: number
  /** Number of these that sent a key. */
  readonly withKey: number
}

/** A listener on another port that only counts requests. It opens when its address is first needed. */
export interface Trap {
  url(): Promise<string>
  trapped(): TrappedRequests
  close(): Promise<void>
}

function createTrap(): Trap {
  let opened: Promise<HttpServerHandle> | undefined
  let requests = 0
  let withKey = 0
  const open = () =>
    serveHttp(async ({ headers }) => {
      requests++
      if (headers['x-api-key'] !== undefined || headers.authorization !== undefined) withKey++
      return answerWithJson({})
    }, 0)
  return {
    url: async () => {
      opened ??= open()
      return (await opened).baseUrl
    },
    trapped: () => ({ requests, withKey }),
    close: async () => {
      await (await opened)?.close()
    },
  }
}
