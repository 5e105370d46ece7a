import type { Clock } from '@/lib/kernel'
import type { HttpAnswer } from '../answers'
import type { Chance } from '../catalogue/chance'
import type { SandboxRequest, Wire } from '../form'
import type { ListPage } from '../pages'
import type { Delivery } from '../serve'

/** One request that meets a fault. */
export interface Turn {
  readonly request: SandboxRequest
  readonly wire: Wire
  /** Number of this request among those that could meet the fault, from 1. */
  readonly number: number
  /** Random choices that are the same for the same seed and number. */
  readonly chance: Chance
  /** The sandbox's clock. */
  readonly clock: Clock
  /** Returns the address of a listener that only counts requests. */
  trapUrl(): Promise<string>
}

/** One way in which the service fails or lies. */
export interface Fault {
  /** Describes in a sentence what happens. */
  readonly what: string
  /** True if a page that meets it is charged, for all its items. */
  readonly charged: boolean
  /** Requests that can meet it; all by default. */
  readonly meets?: 'pages' | 'key info'
  /** Number of consecutive requests that meet it once it begins; 1 by default. */
  readonly inARow?: number
  /** Answers in the service's place: the request is not judged, counted or charged. */
  readonly instead?: (turn: Turn) => Delivery
  /** Changes a request before it is judged. */
  readonly alterRequest?: (turn: Turn) => SandboxRequest
  /** Changes a page before it is charged. */
  readonly alterPage?: (page: ListPage, turn: Turn) => ListPage
  /** Sends a good answer of the service in another way. */
  readonly send?: (answer: HttpAnswer, turn: Turn) => Delivery
}
