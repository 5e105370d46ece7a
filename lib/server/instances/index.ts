export {
  type Instance,
  isAnyInstanceLive,
  isAnyLiveDuringMigration,
  missingCheckMessage,
  secretMismatchMessages,
  startInstance,
} from './instance'
