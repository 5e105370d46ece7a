import type { Clock } from '@/lib/kernel'
import type { Accounts, KeyAccount } from '../accounts'
import type { HttpAnswer } from '../answers'
import type { AlterPage, SandboxRequest } from '../handler'
import type { ListPage } from '../lists'
import { type Delivery, sendWhole } from '../serve'
import { createDraw } from './draw'
import type { Fault, Turn } from './fault'
import { completeSetting, type FaultSetting } from './setting'
import { FAULTS } from './table'
import { createTrap, type Trapped } from './trap'

interface FaultyParts {
  readonly handle: (request: SandboxRequest, alterPage?: AlterPage) => HttpAnswer
  readonly accounts: Accounts
  readonly clock: Clock
}

/** The present fault, and its effects so far. */
export interface FaultState {
  readonly setting: Required<FaultSetting> | null
  /** How many requests have met it since it was set. */
  readonly met: number
  /** Who followed a redirect. */
  readonly trapped: Trapped
}

/** The service with a fault that can be set and taken away at any time. */
export interface FaultyService {
  respond(request: SandboxRequest): Delivery
  /** From the next request on; the count of requests starts again. Throws `invalid`. */
  setFault(fault: FaultSetting | null): void
  state(): FaultState
  close(): Promise<void>
}

interface PageOfKey {
  readonly page: ListPage
  readonly key: KeyAccount
}

/** Puts faults between the service's judgement and the network. It knows for each page whether all of it has left. */
export function createFaultyService({ handle, accounts, clock }: FaultyParts): FaultyService {
  const trap = createTrap()
  let setting: Required<FaultSetting> | null = null
  let draw: ReturnType<typeof createDraw> | null = null
  let met = 0

  const meet = (request: SandboxRequest): { fault: Fault; turn: Turn } | null => {
    const drawn = setting && draw?.(request.path !== '/v1/me')
    if (!setting || !drawn) return null
    met += 1
    return { fault: FAULTS[setting.name], turn: { request, clock, trapUrl: trap.url, ...drawn } }
  }

  const judge = (request: SandboxRequest, fault?: Fault, turn?: Turn): Delivery => {
    const charged: PageOfKey[] = []
    const answer = handle(turn ? (fault?.alterRequest?.(turn) ?? request) : request, (given, key) => {
      const page = turn ? (fault?.alterPage?.(given, turn) ?? given) : given
      charged.push({ page, key })
      return page
    })
    const dated = { ...answer, headers: { date: clock.now().toUTCString(), ...answer.headers } }
    if (answer.status !== 200) return sendWhole(dated)
    const send = (turn && fault?.send?.(dated, turn)) ?? sendWhole(dated)
    return async (line) => {
      const isWhole = await send(line)
      if (isWhole) charged.forEach(countDelivered)
      return isWhole
    }
  }

  const countDelivered = ({ page, key }: PageOfKey): void => {
    key.deliveredPages += 1
    key.deliveredItems += page.items.length
    accounts.changed()
  }

  return {
    respond: (request) => {
      const { fault, turn } = meet(request) ?? {}
      return (turn && fault?.instead?.(turn)) ?? judge(request, fault, turn)
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
