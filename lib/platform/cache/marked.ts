import { type CacheOptions, createCache } from './cache'

/** Answers that are remembered by name until their mark changes. */
export interface MarkedCache<Value> {
  /**
   * Asks where nothing is remembered, or with another mark, which changes with whatever can change the answer. `ask` is
   * told what was remembered with that other mark.
   */
  of(name: string, mark: string, ask: (known: Value | undefined) => Promise<Value>): Promise<Value>
}

interface Marked<Value> {
  readonly mark: string
  readonly value: Value
}

/** Makes such a cache. */
export function createMarkedCache<Value>(options: CacheOptions<Marked<Value>>): MarkedCache<Value> {
  const marked = createCache<Marked<Value>>(options)
  return {
    async of(name, mark, ask) {
      const known = marked.get(name)
      if (known?.mark === mark) return known.value
      const value = await ask(known?.value)
      marked.set(name, { mark, value })
      return value
    },
  }
}
