import { invalid } from '@/lib/kernel'
import { mix } from './catalogue'

const MAX_MS = 600_000

/** Duration of answers: uniformly from `ms` - `spreadMs` to `ms` + `spreadMs`, in milliseconds. */
export interface Latency {
  readonly ms: number
  readonly spreadMs: number
}

/** Parses a latency. Throws `invalid` for one that no answer can take. */
export function toLatency(ms: unknown, spreadMs: unknown = 0): Latency {
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_MS))
    throw invalid(`ms must be a number from 0 to ${MAX_MS}.`)
  if (typeof spreadMs !== 'number' || !(spreadMs >= 0 && spreadMs <= ms))
    throw invalid('spread must be a number from 0 to ms.')
  return { ms, spreadMs }
}

/** Returns a function that draws the milliseconds of successive answers, the same for the same seed. */
export function latencyDraws({ ms, spreadMs }: Latency, seed: number): () => number {
  let drawn = 0
  return () => ms - spreadMs + (2 * spreadMs * mix(seed, 31, drawn++)) / 2 ** 32
}
