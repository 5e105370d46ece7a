export type { PriceShape } from './billing'
export { type Latency, parseLatency, SANDBOX_SUGGESTIONS } from './control'
export { COUNT_HABITS, type CountHabitName, parseCountHabit } from './count-habits'
export {
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultSetting,
  readFaultSetting,
} from './faults'
export { FORM_NAMES, parseFormName } from './forms'
export { LIMITER_NAMES, type LimiterName, parseLimiterName } from './limiters'
export { PACK_REQUEST_RATES, type PackName, parsePackName, SANDBOX_PRICES } from './operations'
export type { Operator, WalletBooks } from './operator'
export { PRESET_NAMES, type PresetName } from './presets'
export { createSandbox, type Sandbox } from './sandbox'
export {
  parseSandboxService,
  SANDBOX_SERVICES,
  type SandboxService,
  SERVICE_PRICES,
  SERVICE_RATES,
  servicePath,
} from './services'
