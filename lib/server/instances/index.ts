export {
  anotherSecret,
  type Instance,
  missingCheck,
  someLive,
  someLiveDuringMigration,
  startInstance,
} from './instance'
