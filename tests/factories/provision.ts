import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@/lib/kernel'
import { newApiToken, newGatewayToken } from '@/lib/platform/vault'
import { provision } from '@/lib/server/provision'
import type { TestDb } from '@/tests/support/databases'
import { memoryFolder } from '@/tests/support/memory-folder'
import type { TestUpstream } from './upstream'

/** The file of docs/run/provisioning.md, as text. */
export async function readExample(): Promise<string> {
  const page = await readFile('docs/run/provisioning.md', 'utf8')
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  return json
}

/** A file with another value at a JSON pointer; undefined takes the field out. */
export function changedAt(json: string, pointer: string, value: unknown): string {
  const file: unknown = JSON.parse(json)
  const steps = pointer.split('/').slice(1)
  const last = steps.pop() ?? ''
  const target = steps.reduce<unknown>(
    (at, step) => (at instanceof Object ? Reflect.get(at, step) : at),
    file,
  )
  if (!(target instanceof Object)) throw new Error(`There is nothing at ${pointer}`)
  Reflect.set(target, last, value)
  return JSON.stringify(file)
}

/** A folder with a provisioning file, and everything that its references lead to. */
export interface ProvisionBench {
  readonly secrets: readonly string[]
  readonly key: string
  readonly gatewayKey: string
  readonly token: string
  /** Sets further variables, and writes further files beside the file. */
  keep(variables: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>): Promise<void>
  /** Applies a text as the file, as a start of one instance does. */
  start(json: string, at?: TestDb): ReturnType<typeof provision>
  close(): Promise<void>
}

const PASSWORD = 'seven green lamps over water'

export async function makeProvisionBench(
  opened: TestDb,
  clock: Clock,
  upstream: TestUpstream,
): Promise<ProvisionBench> {
  const folder = await mkdtemp(join(memoryFolder(), 'purser-provision-'))
  const { key } = upstream.issueKey({ pack: 'Builder' })
  const [gatewayKey, token] = [newGatewayToken(), newApiToken()]
  await writeFile(join(folder, 'report-token'), `${token}\n`)
  const variables: Record<string, string> = {
    PURSER_PROVISION_ADA: PASSWORD,
    PURSER_PROVISION_SHOP: gatewayKey,
  }
  const access = {
    ...upstream,
    referenceSources: { variables: { PURSER_KEY_ACME__SHOP: key }, folder: null },
  }
  let files = 0
  return {
    secrets: [PASSWORD, gatewayKey, token, key, key.slice(12), gatewayKey.slice(12), token.slice(7)],
    ...{ key, gatewayKey, token },
    async keep(more, texts) {
      Object.assign(variables, more)
      for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
    },
    async start(json, { db, location } = opened) {
      const path = join(folder, `provision-${++files}.json`)
      await writeFile(path, json)
      return provision({ db, location, clock, access, places: { path, variables } })
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
