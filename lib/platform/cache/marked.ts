import { type CacheOptions, createCache } from './cache'

/** Answers that are remembered by name until their mark changes. */
export interface MarkedCache<Value> {
  /**
   * Asks where nothing is remembered, or with another mark, which changes with whatever can change the answer. `work` is
   * told what was remembered with that other mark. Who comes meanwhile with the same mark waits for the same answer.
   */
  of(name: string, mark: string, work: (known: Value | undefined) => Promise<Value>): Promise<Value>
}

interface Marked<Value> {
  readonly mark: string
  readonly value: Value
}

/** What is being asked for. */
interface Sought<Value> {
  readonly mark: string
  readonly answer: Promise<Value>
}

/** Makes such a cache. */
export function createMarkedCache<Value>(options: CacheOptions<Marked<Value>>): MarkedCache<Value> {
  const marked = createCache<Marked<Value>>(options)
  const asked = new Map<string, Sought<Value>>()
  const ask = async (name: string, mark: string, work: () => Promise<Value>): Promise<Value> => {
    const answer = work()
    const own = { mark, answer }
    asked.set(name, own)
    try {
      const value = await answer
      // Another mark has come meanwhile: its answer is the newer one.
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
