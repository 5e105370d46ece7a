export { FAULT_NAMES, FAULTS, type FaultName } from './faults'
export {
  createFaultyService,
  type FaultSetting,
  type FaultState,
  type FaultyService,
  readFaultSetting,
} from './faulty-service'
