export { createFaultyService, type FaultState, type FaultyService } from './faulty-service'
export { type FaultSetting, readFaultSetting } from './setting'
export { FAULT_NAMES, FAULTS, type FaultName } from './table'
