import type { Clock } from '@/lib/kernel'
import type { Accounts, KeyAccount } from '../accounts'
import type { Form, SandboxRequest } from '../form'
import type { ListPage } from '../pages'
import { type Delivery, sendWhole } from '../serve'
import { createDraw } from './draw'
import type { Fault, Turn } from './fault'
import { completeSetting, type FaultSetting } from './setting'
import { FAULTS } from './table'
import { createTrap, type Trapped } from './trap'

interface FaultyParts {
  readonly accounts: Accounts
  readonly clock: Clock
}

/** The present fault, and its effects so far. */
export interface FaultState {
  readonly setting: Required<FaultSetting> | null
  /** Number of requests that have met it since it was set. */
  readonly met: number
  /** Requests that followed a redirect. */
  readonly trapped: Trapped
}

/** The service with a fault that can be set and removed at any time. */
export interface FaultyService {
  respond(request: SandboxRequest, form: Form): Delivery
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

  const meet = (request: SandboxRequest, form: Form): { fault: Fault; turn: Turn } | null => {
    const wire = form.wireOf(request)
    const drawn = setting && draw?.(wire.asks)
    if (!setting || !drawn) return null
    met += 1
    return { fault: FAULTS[setting.name], turn: { request, wire, clock, trapUrl: trap.url, ...drawn } }
  }

  const judge = (request: SandboxRequest, form: Form, fault?: Fault, turn?: Turn): Delivery => {
    const charged: PageOfKey[] = []
    const asked = turn ? (fault?.alterRequest?.(turn) ?? request) : request
    const answer = form.handle(asked, (given, key) => {
      const page = turn ? (fault?.alterPage?.(given, turn) ?? given) : given
      charged.push({ page, key })
      return page
    })
    const dated = { ...answer, headers: { date: clock.now().toUTCString(), ...answer.headers } }
    if (answer.status !== 200 || answer.isRefusal) return sendWhole(dated)
    const send = (turn && fault?.send?.(dated, turn)) ?? sendWhole(dated)
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
