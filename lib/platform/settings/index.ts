export { type Env, parseEnv } from './env'
