export { type Env, type GatewaySettings, ownGatewayUrl, parseEnv, SETTING_NAMES } from './env'
