import { answerWith } from '../answers'
import { sendSpoilt } from './deliveries'
import type { Fault, Turn } from './fault'

const STORM = 5
const HOUR_MS = 3_600_000

type ThrottleHeaders = Readonly<Record<string, string>>

const storm = (says: string, headersOf: (turn: Turn) => ThrottleHeaders): Fault => ({
  what: `Answers ${STORM} requests in a row with 429, ${says}.`,
  charged: false,
  inARow: STORM,
  instead: (turn) =>
    sendSpoilt({
      ...answerWith({ error: 'rate_limited', message: 'Too many requests.' }, 429),
      headers: headersOf(turn),
    }),
})

const saying = (retryAfter: string) => () => ({ 'retry-after': retryAfter })

/** Returns `retry-after` as a date by a clock that is wrong by `offMs`, together with that clock’s `date`. */
const byWrongClock =
  (offMs: number) =>
  ({ clock }: Turn): ThrottleHeaders => {
    const here = clock.now().getTime() + offMs
    return { date: httpDate(here), 'retry-after': httpDate(here + 1000) }
  }

const httpDate = (ms: number): string => new Date(ms).toUTCString()

/** Faults that refuse requests although the rate was kept. */
export const throttling = {
  '429-storm': storm('with `retry-after: 1`', saying('1')),
  '429-without-retry-after': storm('without `retry-after`', () => ({})),
  '429-retry-after-zero': storm('with `retry-after: 0`', saying('0')),
  '429-retry-after-negative': storm('with `retry-after: -30`', saying('-30')),
  '429-retry-after-absurd': storm('with a `retry-after` of 99 digits', saying('9'.repeat(99))),
  '429-retry-after-past': storm('with a `retry-after` date that is an hour ago', ({ clock }) => ({
    'retry-after': httpDate(clock.now().getTime() - HOUR_MS),
  })),
  'clock-behind': storm(
    'with `date` and a `retry-after` date by a clock that is an hour behind',
    byWrongClock(-HOUR_MS),
  ),
  'clock-ahead': storm(
    'with `date` and a `retry-after` date by a clock that is an hour ahead',
    byWrongClock(HOUR_MS),
  ),
} as const satisfies Record<string, Fault>
