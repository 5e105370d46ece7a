export { createPacer } from './pacer'
export { createPacers, type Pacers } from './pacers'
export type { Pacer, Slot, SlotRequest } from './types'
