export type { PriceShape } from './billing'
export { COUNT_HABITS, type CountHabitName, toCountHabit } from './count-habits'
export {
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultSetting,
  readFaultSetting,
} from './faults'
export { FORM_NAMES, toFormName } from './forms'
export { type Latency, toLatency } from './latency'
export { LIMITER_NAMES, type LimiterName, toLimiterName } from './limiters'
export { SANDBOX_PRICES } from './operations'
export type { Operator, WalletBooks } from './operator'
export { PACKS, type PackName, toPackName } from './packs'
export { PRESET_NAMES, type PresetName } from './presets'
export { createSandbox, type Sandbox } from './sandbox'
export {
  SANDBOX_SERVICES,
  type SandboxService,
  SERVICE_PRICES,
  SERVICE_RATES,
  servicePath,
  toSandboxService,
} from './services'
export { SANDBOX_SUGGESTIONS } from './suggestions'
