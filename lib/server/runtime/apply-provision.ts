import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Env } from '@/lib/platform/settings'
import { type ProvisionServices, provision } from '@/lib/server/provision'

/** Applies the file of PURSER_PROVISION, if it is set, and logs what changed. */
export async function applyProvision(
  { PURSER_PROVISION: path }: Env,
  services: Omit<ProvisionServices, 'places'>,
  log: Logger,
): Promise<void> {
  if (path === undefined) return
  // The file's variables have names of the operator's choice, so no schema knows them.
  const did = await provision({ ...services, places: { path: resolve(path), variables: process.env } })
  const isNothing = Object.values(did).every((things) => things.length === 0)
  log.info(
    did,
    isNothing ? 'the file of PURSER_PROVISION is in force' : 'the file of PURSER_PROVISION was applied',
  )
}
