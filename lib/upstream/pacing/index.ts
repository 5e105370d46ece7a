export {
  type ActivityMessage,
  createActivityFeed,
  readActivity,
} from './activity-feed'
export { createPacer, sendInSlot } from './pacer'
export { createPacers, KEY_REPLACED, type Pacers } from './pacers'
export { isOutOfReach } from './shared-slots'
export { type LateCall, type SlotStore, slotStore } from './store'
export type { RateTold } from './told-quota'
export type { Pacer, PacerFigures, Slot, SlotRequest } from './types'
