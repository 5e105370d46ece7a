export { type Env, parseEnv, SETTING_NAMES } from './env'
