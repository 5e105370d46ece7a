export type { PriceShape } from './billing'
export { type Latency, SANDBOX_SUGGESTIONS, toLatency } from './control'
export { COUNT_HABITS, type CountHabitName, toCountHabit } from './count-habits'
export {
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultSetting,
  readFaultSetting,
} from './faults'
export { FORM_NAMES, toFormName } from './forms'
export { LIMITER_NAMES, type LimiterName, toLimiterName } from './limiters'
export { PACKS, type PackName, SANDBOX_PRICES, toPackName } from './operations'
export type { Operator, WalletBooks } from './operator'
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
