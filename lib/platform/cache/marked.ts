import { type CacheOptions, createCache } from './cache'

/** Values that are remembered by name until their mark changes. */
export interface VersionedCache<Value> {
  /**
   * Returns the remembered value, or does `work` if there is none or the mark is another. A mark changes with
   * everything that can change the value. `work` gets the value that was remembered with the other mark. Simultaneous
   * callers with the same mark share one result.
   */
  of(name: string, mark: string, work: (known: Value | undefined) => Promise<Value>): Promise<Value>
}

interface Marked<Value> {
  readonly mark: string
  readonly value: Value
}

/** Work under way. */
interface Sought<Value> {
  readonly mark: string
  readonly answer: Promise<Value>
}

/** Creates a cache whose values last until their mark changes. */
export function createVersionedCache<Value>(options: CacheOptions<Marked<Value>>): VersionedCache<Value> {
  const marked = createCache<Marked<Value>>(options)
  const asked = new Map<string, Sought<Value>>()
  const ask = async (name: string, mark: string, work: () => Promise<Value>): Promise<Value> => {
    const answer = work()
    const own = { mark, answer }
    asked.set(name, own)
    try {
      const value = await answer
      // If another mark came meanwhile, its value is the newer one.
      if (asked.get(name) === own) marked.set(name, { mark, value })
      return value
    } finally {
      if (asked.get(name) === own) asked.delete(name)
    }
  }
  return {
    async of(name, mark, work) {
      const known = marked.get(name)
      if (known?.mark === mark) return known.value
      const begun = asked.get(name)
      if (begun?.mark === mark) return begun.answer
      return ask(name, mark, () => work(known?.value))
    },
  }
}
