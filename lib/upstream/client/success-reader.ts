import type { Clock } from '@/lib/kernel'
import { readPageBody, wrapPackedPage, wrapPage } from './digest-page'
import type { HttpExchange } from './http'
import type { PageReader } from './page-reader'
import { isSuccessfulExchange } from './problems'
import type { Provider } from './provider'
import { readRateHeaders, readServiceTime } from './rate-headers'
import { withholdKeyInProblem } from './refused'
import { withholdKeyInHeaders } from './secrecy/withhold-key'
import type { Answer, Page, PageRequest, ReadResult, RelayedRequest, RelayOutcome } from './types'

/** The outcome of a request, and its duration. */
export interface TimedExchange {
  readonly received: HttpExchange
  readonly latencyMs: number
}

/** Reads answers of successful calls of which only the page is needed. Each method returns null for any other call. */
interface SuccessReader {
  read(travelled: TimedExchange, key: string, request: PageRequest): Answer<Page> | null
  /** Reads by the `PageReader`. Null also if this thread must read. */
  readElsewhere(travelled: TimedExchange, key: string, request: PageRequest): Promise<Answer<Page> | null>
  /** Reads an answer to pass on. Null also if it holds the key, or no page. */
  relay(travelled: TimedExchange, key: string, request: RelayedRequest): Promise<RelayOutcome | null>
}

/** Number of bytes from which reading an answer takes longer than sending it to another thread. */
const WORTH_A_THREAD = 8192

/** Creates the reader of a provider's answers, which uses another thread if there is one. */
export function createSuccessReader(
  reader: PageReader | undefined,
  provider: Provider,
  clock: Pick<Clock, 'now'>,
): SuccessReader {
  /** Returns the whole answer of a successful call in the form that the reader takes. */
  function wholeOf({ received, latencyMs }: TimedExchange) {
    const { status: httpStatus, headers, body } = received
    if (!body || httpStatus === null || !isSuccessfulExchange(received)) return null
    const charge = provider.chargeHeader === null ? undefined : headers.get(provider.chargeHeader)
    const isNoContent = httpStatus === 204
    return { httpStatus, headers, body, charge, isNoContent, latencyMs }
  }
  /** Builds the answer from the reading of a page. */
  const answerOf = <Content>(
    reading: ReadResult<Content>,
    toPage: (content: Content) => Page,
    key: string,
    {
      httpStatus,
      headers,
      latencyMs,
    }: Pick<HttpExchange, 'headers'> & { httpStatus: number; latencyMs: number },
  ): Answer<Page> => {
    const now = clock.now()
    const [rate, date] = [readRateHeaders(headers, provider, now), readServiceTime(headers, now)]
    const travel = { httpStatus, latencyMs, ...(rate && { rate }), ...(date && { servedAt: date }) }
    return reading.ok
      ? { ok: true, value: toPage(reading.value), ...travel }
      : { ...withholdKeyInProblem(reading.problem, key), ...travel }
  }
  return {
    read(travelled, key, { operation, count }) {
      const whole = wholeOf(travelled)
      if (!whole) return null
      const { body, charge, isNoContent } = whole
      const reading = readPageBody({ body, charge, isNoContent, operation, count, provider, key })
      return reading && answerOf(reading, wrapPage, key, whole)
    },
    async readElsewhere(travelled, key, { operation, count }) {
      const whole = wholeOf(travelled)
      if (!reader || !whole) return null
      const { body, charge, isNoContent } = whole
      const reading = await reader.read({ body, charge, isNoContent, operation, count, provider, key })
      return reading && answerOf(reading, wrapPackedPage, key, whole)
    },
    async relay(travelled, key, { operation, count }) {
      const whole = wholeOf(travelled)
      if (!reader || !whole || whole.body.length < WORTH_A_THREAD) return null
      const { body, charge, headers, httpStatus } = whole
      if (withholdKeyInHeaders(headers, key) !== headers) return null
      const reading = await reader.read({ body, charge, operation, count, provider, key, isRelayed: true })
      if (!reading?.ok) return null
      return {
        answer: answerOf(reading, wrapPackedPage, key, whole),
        received: { httpStatus, headers, body, heldKey: false },
      }
    },
  }
}
