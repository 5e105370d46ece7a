export {
  type ActivityMessage,
  type ActivityPlace,
  type ActivitySince,
  createActivityFeed,
  readActivity,
} from './activity-feed'
export type { LoggedEvent } from './key-activity'
export { createPacer, sendInSlot } from './pacer'
export { createPacers, KEY_REPLACED, type Pacers } from './pacers'
export { isOutOfReach } from './shared-slots'
export { type LateCall, type SlotStore, slotStore } from './store'
export type { RateTold } from './told-quota'
export type { Pacer, PacerFigures, Slot, SlotRequest } from './types'
