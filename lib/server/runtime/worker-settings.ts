import type { KeyPlaces } from '@/lib/keys/keys'
import type { Env } from '@/lib/platform/settings'
import { createSecretCheck } from '@/lib/platform/vault'

/** Returns the places of keys. Variables with keys have names of the operator's choice, so no schema knows them. */
export const keyPlaces = (env: Env): KeyPlaces => ({
  variables: Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('PURSER_KEY_')),
  ),
  folder: env.PURSER_KEY_FILES ?? null,
})

/** Returns the check of the session secret, if one is set. */
export const sessionCheck = ({ NEXTAUTH_SECRET: secret }: Env) =>
  secret === undefined ? [] : [createSecretCheck('session secret', secret)]
