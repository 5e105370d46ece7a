export { type Env, parseEnv, SETTING_NAMES } from './env'
export { type GatewaySettings, ownGatewayUrl } from './gateway-url'
