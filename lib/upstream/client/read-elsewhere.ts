import type { Contract } from './contract'
import type { Exchange } from './http'
import { pageOfPacked } from './page-forms'
import type { PageReader } from './page-reader'
import { isWhole } from './problems'
import { refused } from './refused'
import { headersWithoutKey } from './secrecy/without-key-in-answer'
import type { Answer, Page, PageRequest, Relayed, RelayedRequest } from './types'

/** What came of a request, and how long that took. */
export interface Travelled {
  readonly received: Exchange
  readonly latencyMs: number
}

/** Reads answers by a `PageReader`. Each answers null if this thread must read. */
interface ReadingElsewhere {
  read(travelled: Travelled, key: string, request: PageRequest): Promise<Answer<Page> | null>
  /** Likewise for an answer to pass on. One that holds the key, or no page, is read here. */
  relay(travelled: Travelled, key: string, request: RelayedRequest): Promise<Relayed | null>
}

/** Bytes of an answer whose reading takes longer than the way to another thread. */
const WORTH_A_THREAD = 8192

/** Makes the way to a reader, if there is one. */
export function createReadingElsewhere(reader: PageReader | undefined, contract: Contract): ReadingElsewhere {
  /** The whole answer of a call that succeeded, as the reader takes it. */
  function wholeOf({ received, latencyMs }: Travelled) {
    const { status: httpStatus, headers, body } = received
    if (!body || httpStatus === null || !isWhole(received)) return null
    const charge = contract.chargeHeader === null ? undefined : headers.get(contract.chargeHeader)
    return { httpStatus, headers, body, charge, latencyMs }
  }
  return {
    async read(travelled, key, { operation }) {
      const whole = wholeOf(travelled)
      if (!reader || !whole) return null
      const { body, charge, httpStatus, latencyMs } = whole
      const reading = await reader.read({ body, charge, operation, contract, key })
      if (!reading) return null
      if (!reading.ok) return { ...refused(reading.problem, key), httpStatus, latencyMs }
      return { ok: true, value: pageOfPacked(reading.value), httpStatus, latencyMs }
    },
    async relay(travelled, key, { operation }) {
      const whole = wholeOf(travelled)
      if (!reader || !whole || whole.body.length < WORTH_A_THREAD) return null
      const { body, charge, headers, httpStatus, latencyMs } = whole
      if (headersWithoutKey(headers, key) !== headers) return null
      const reading = await reader.read({ body, charge, operation, contract, key, isRelayed: true })
      if (!reading?.ok) return null
      return {
        answer: { ok: true, value: pageOfPacked(reading.value), httpStatus, latencyMs },
        received: { httpStatus, headers, body, heldKey: false },
      }
    },
  }
}
