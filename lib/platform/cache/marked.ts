import { type CacheOptions, createCache } from './cache'

/** Answers that are remembered by name until their mark changes. */
export interface MarkedCache<Value> {
  /** Asks where nothing is remembered, or with another mark, which changes with whatever can change the answer. */
  of(name: string, mark: string, ask: () => Promise<Value>): Promise<Value>
}

interface Marked<Value> {
  readonly mark: string
  readonly value: Value
}

/** Makes such a cache; what `isKept` refuses is asked for each time. */
export function createMarkedCache<Value>(
  options: CacheOptions<Marked<Value>>,
  isKept: (value: Value) => boolean = () => true,
): MarkedCache<Value> {
  const marked = createCache<Marked<Value>>(options)
  return {
    async of(name, mark, ask) {
      const known = marked.get(name)
      if (known?.mark === mark) return known.value
      const value = await ask()
      if (isKept(value)) marked.set(name, { mark, value })
      return value
    },
  }
}
