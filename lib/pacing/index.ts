export type { Priority } from './fair-queue'
export { createPacer, type Pacer, type Slot, type SlotRequest } from './pacer'
export { createPacers, type Pacers } from './pacers'
