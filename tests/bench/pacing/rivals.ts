import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { systemClock } from '@/lib/kernel'
import { createPacer, type Slot } from '@/lib/upstream/pacing'

/** Permits calls, one after another. */
export interface Rival {
  /** `again`: the call was refused and goes first, if the rival supports that. */
  slot(again: boolean): Promise<Pick<Slot, 'answered' | 'refused'>>
}

/** The others ignore answers: they only count what is sent. */
const DEAF = { answered() {}, refused() {} }
const SECOND = 1000

const pQueue = (options: ConstructorParameters<typeof PQueue>[0]): Rival => {
  const queue = new PQueue(options)
  return {
    async slot(again) {
      await queue.add(() => undefined, { priority: again ? 1 : 0 })
      return DEAF
    },
  }
}

/** Purser's pacer, and well-known libraries used as documented; `rate` in requests a second. */
export const RIVALS: Readonly<Record<string, (rate: number) => Rival>> = {
  Purser(rate) {
    const pacer = createPacer({ rate: rate, clock: systemClock })
    return { slot: (again) => pacer.slot({ goesFirst: again }) }
  },
  'p-queue': (rate) => pQueue({ interval: SECOND, intervalCap: rate }),
  'p-queue strict': (rate) => pQueue({ interval: SECOND, intervalCap: rate, strict: true }),
  'p-throttle'(rate) {
    const throttled = pThrottle({ limit: rate, interval: SECOND, strict: true })(() => undefined)
    return {
      async slot() {
        await throttled()
        return DEAF
      },
    }
  },
  bottleneck(rate) {
    const limiter = new Bottleneck({ minTime: SECOND / rate })
    return {
      async slot(again) {
        await limiter.schedule({ priority: again ? 0 : 5 }, async () => undefined)
        return DEAF
      },
    }
  },
}
