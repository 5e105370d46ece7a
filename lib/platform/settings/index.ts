export { type Env, type GatewaySettings, parseEnv, resolveGatewayUrl, SETTING_NAMES } from './env'
