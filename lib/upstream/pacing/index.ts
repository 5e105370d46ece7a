export {
  type ActivityMessage,
  type ActivityPlace,
  type ActivitySince,
  createActivityFeed,
  readActivity,
} from './activity-feed'
export type { LoggedEvent } from './activity-log'
export { createPacer } from './pacer'
export { createPacers, KEY_REPLACED, type Pacers, type PacersHooks } from './pacers'
export { sendInSlot } from './send-in-slot'
export { isOutOfReach } from './shared-slots'
export { type LateCall, type SlotStore, slotStore } from './store'
export type { Pacer, PacerFigures, PacerPause, RateTold, Slot, SlotRequest, WatchedKey } from './types'
