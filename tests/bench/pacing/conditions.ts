import { systemClock } from '@/lib/kernel'
import { LIMITERS, type Limiter, STRICT_LIMITERS } from '@/tests/factories/limiters'

const BLOCK_MS = 50
const BLOCK_EVERY_MS = 1000
const OUTSIDE_SHARE = 0.3

type Make = (rate: number, offset: number) => Limiter

/** The conditions under which the pace is measured. */
export interface Condition {
  readonly title: string
  readonly limiters: Readonly<Record<string, Make>>
  /** Warm-up in seconds, for adapting. */
  readonly warmUp: number
  /** The process is blocked now and then. */
  readonly isBlocked: boolean
}

/** Returns the limiter as we see it while another client sends through it at random times. */
const shared =
  (make: Make): Make =>
  (rate, offset) => {
    const limiter = make(rate, offset)
    let theirNext = systemClock.monotonic()
    return (ms) => {
      for (; theirNext < ms; theirNext += (1000 / (rate * OUTSIDE_SHARE)) * (0.5 + Math.random()))
        limiter(theirNext)
      return limiter(ms)
    }
  }

const withOutsider = Object.fromEntries(Object.entries(LIMITERS).map(([name, make]) => [name, shared(make)]))

export const CONDITIONS: Readonly<Record<string, Condition>> = {
  undisturbed: { title: 'Undisturbed', limiters: LIMITERS, warmUp: 0, isBlocked: false },
  blocked: {
    title: `The process blocked ${BLOCK_MS} ms every second`,
    limiters: LIMITERS,
    warmUp: 0,
    isBlocked: true,
  },
  strict: {
    title: 'No burst allowed, after adapting',
    limiters: STRICT_LIMITERS,
    warmUp: 15,
    isBlocked: false,
  },
  outside: {
    title: 'An outside client takes 30 %, adapting included',
    limiters: withOutsider,
    warmUp: 0,
    isBlocked: false,
  },
}

/** Blocks now and then, like a process that renders a page or collects garbage; ends with the process. */
export function startBlocking(): void {
  setInterval(() => {
    const until = performance.now() + BLOCK_MS
    while (performance.now() < until);
  }, BLOCK_EVERY_MS).unref()
}
