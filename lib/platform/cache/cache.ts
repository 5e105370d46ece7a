import { LRUCache } from 'lru-cache'

/** What is remembered by name, within bounds. */
export interface Cache<Value> {
  readonly size: number
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  delete(name: string): void
}

export interface CacheOptions<Value> {
  /** How many entries it holds, or how large all may be together. One more, and the entry that was not used for longest goes. */
  readonly most: number
  /** How large an entry is, in whole numbers above 0; without it each counts as 1. */
  sizeOf?(value: Value): number
  /** How long an entry serves, by a clock in milliseconds; without it, until it has to make room. */
  readonly life?: { readonly ms: number; now(): number }
  /** Called with each value that goes or is replaced. */
  onGone?(value: Value): void
}

/** Makes a cache that cannot grow beyond its bounds. */
export function createCache<Value extends object | string | number | true>({
  most,
  sizeOf,
  life,
  onGone,
}: CacheOptions<Value>): Cache<Value> {
  const entries = new LRUCache<string, Value>({
    ...(sizeOf ? { maxSize: most, sizeCalculation: sizeOf } : { max: most }),
    ...(life && {
      ttl: life.ms,
      // The library takes a start of 0 for "never ends", and clocks of tests begin at 0.
      perf: { now: () => life.now() + 1 },
      // By default it asks the clock once a real millisecond: a clock that a test moves would not be seen to move.
      ttlResolution: 0,
    }),
    ...(onGone && { dispose: onGone }),
  })
  return {
    get size() {
      return entries.size
    },
    get: (name) => entries.get(name),
    set: (name, value) => void entries.set(name, value),
    delete: (name) => void entries.delete(name),
  }
}
