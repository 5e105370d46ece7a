import { invalid } from '@/lib/kernel'
import { connections } from './connections'
import { failures } from './failures'
import type { Fault } from './fault'
import { pages } from './pages'
import { redirects } from './redirects'
import { sizes } from './sizes'
import { texts } from './texts'
import { throttling } from './throttling'
import { wrongTypes } from './wrong-types'

const ALL = {
  ...failures,
  ...connections,
  ...texts,
  ...wrongTypes,
  ...pages,
  ...sizes,
  ...redirects,
  ...throttling,
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof ALL

/** Every fault by its name: what happens, and whether the page is charged. */
export const FAULTS: Readonly<Record<FaultName, Fault>> = ALL

const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name)

export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS).filter(isFaultName)

/** Parses a fault's name. Throws `invalid` for any other name. */
export function toFaultName(name: string): FaultName {
  if (isFaultName(name)) return name
  throw invalid(`There is no fault named "${name}": choose one of ${FAULT_NAMES.join(', ')}.`)
}
