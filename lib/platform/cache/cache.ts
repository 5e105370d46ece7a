import { LRUCache } from 'lru-cache'

/** A bounded memory of values by name. */
export interface Cache<Value> {
  readonly size: number
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  delete(name: string): void
}

export interface CacheOptions<Value> {
  /** Maximum number of entries, or their maximum total size. Beyond it, the least recently used entry is dropped. */
  readonly max: number
  /** Returns the size of an entry, a whole number above 0; without it each counts as 1. */
  sizeOf?(value: Value): number
  /** Lifetime of an entry, by a clock in milliseconds; without it, until it is evicted. */
  readonly life?: { readonly ms: number; now(): number }
  /** Called with each value that is dropped or replaced. */
  onGone?(value: Value): void
}

/** Creates a cache that cannot grow beyond its bounds. */
export function createCache<Value extends object | string | number | true>({
  max,
  sizeOf,
  life,
  onGone,
}: CacheOptions<Value>): Cache<Value> {
  const entries = new LRUCache<string, Value>({
    ...(sizeOf ? { maxSize: max, sizeCalculation: sizeOf } : { max: max }),
    ...(life && {
      ttl: life.ms,
      // The library reads a start of 0 as "never ends", and clocks of tests begin at 0.
      perf: { now: () => life.now() + 1 },
      // By default the library reads the clock once per real millisecond, and would not notice a clock that a test
      // moves.
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
