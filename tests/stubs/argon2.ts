// Integration tests make hundreds of accounts: their hashes have the lowest cost. The chaos tests use the real one.
import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')

const real: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

export const hash: Argon2['hash'] = (password, options) =>
  real.hash(password, { ...options, memoryCost: 8, timeCost: 1, parallelism: 1 })

export const verify: Argon2['verify'] = real.verify
