import { invalid } from '@/lib/kernel'
import { type FaultName, toFaultName } from './table'

/** The setting of a fault: which requests fail, and how. */
export interface FaultSetting {
  readonly name: FaultName
  /** Seed that selects which requests meet the fault; 1 by default. */
  readonly seed?: number
  /** Fraction of the requests at which the fault begins, from 0 to 1; 1 (all of them) by default. */
  readonly share?: number
  /** `pages` spares the key info; `all` by default. */
  readonly only?: 'pages' | 'all'
}

/** Completes a setting. Throws `invalid` for an impossible seed or share. */
export function completeSetting({
  name,
  seed = 1,
  share = 1,
  only = 'all',
}: FaultSetting): Required<FaultSetting> {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw invalid('A fault’s seed is a whole number, zero or more.')
  if (!(share >= 0 && share <= 1)) throw invalid('A fault’s share is a number from 0 to 1.')
  return { name, seed, share, only }
}

/** Reads the fields of a control request; null if the name is null, which removes the fault. Throws `invalid`. */
export function readFaultSetting(fields: ReadonlyMap<string, unknown>): FaultSetting | null {
  const name = fields.get('name')
  if (name === null) return null
  if (typeof name !== 'string') throw invalid('name must be the name of a fault, or null.')
  const [seed, share, only] = [fields.get('seed') ?? 1, fields.get('share') ?? 1, fields.get('only') ?? 'all']
  if (typeof seed !== 'number' || typeof share !== 'number') throw invalid('seed and share must be numbers.')
  if (only !== 'pages' && only !== 'all') throw invalid('only must be "pages" or "all".')
  return completeSetting({ name: toFaultName(name), seed, share, only })
}
