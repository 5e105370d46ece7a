export { EVENT_KINDS, type EventKind, type Happened, readHappened } from './schemas'
export {
  deleteEvents,
  type EventRow,
  type NewEvent,
  selectEvent,
  selectEvents,
  selectQueuedBefore,
  takeNewEvents,
  writeEvents,
} from './store'
