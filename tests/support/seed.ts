import fc from 'fast-check'

/**
 * The seed of this run's random draws: vitest.config.ts chooses and prints it, or takes SEED from the environment.
 * Every test process passes it to fast-check.
 */
export const SEED = Number(process.env.SEED)

fc.configureGlobal({ seed: SEED })
