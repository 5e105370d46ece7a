export {
  type ActivityMessage,
  createActivityFeed,
  readKeyActivity,
} from './activity-feed'
export { createPacer, sendInSlot } from './pacer'
export { createPacers, KEY_REPLACED, type Pacers } from './pacers'
export { isDatabaseUnreachable } from './shared-slots'
export {
  createPauseStore,
  createSlotStore,
  type LateCall,
  type SlotStore,
} from './store'
export type { ReportedRate } from './told-quota'
export type { Pacer, PacerFigures, Slot, SlotRequest } from './types'
