import { randomBytes, randomUUID } from 'node:crypto'
import { createRunServices, fetchNextPage, type PageAnswer, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { nanoToText, newId, parseNano, systemClock } from '@/lib/kernel'
import { addKey, checkKey } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { sandboxControl } from '@/tests/support/sandbox-control'
import type { FaultsJob } from './faults-report'

const BALANCE = '100000000'

/**
 * Returns a provider with short limits, so that a fault ends soon. Only faults other than silence get a long
 * `answerMs`.
 */
const providerWith = (answerMs: number) =>
  readProvider({
    price: {
      timeline: nanoToText(SANDBOX_PRICES.timeline),
      search: nanoToText(SANDBOX_PRICES.search),
      followers: nanoToText(SANDBOX_PRICES.followers),
    },
    limits: { answerMs, bodyBytes: 512 * 1024 },
  })
const SHORT_MS = 250
const LONG_MS = 10_000
const COUNTED_WITHIN_MS = 2000

export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * Creates a team with `runs` keys of one wallet at the sandbox and one saved search. Returns what its callers
 * can do.
 */
export async function makeWorld(db: Db, { sandboxUrl, controlUrl, runs }: FaultsJob, given?: TestTeam) {
  const control = sandboxControl(controlUrl)
  const clock = systemClock
  const team = given ?? (await makeTeam(db, clock))
  const sandboxWallet = await control.createWallet({ name: 'Faults', balance: BALANCE, pack: 'Scale' })
  const clients = [SHORT_MS, LONG_MS].map((answerMs) =>
    createUpstreams({ baseUrl: sandboxUrl, clock, provider: providerWith(answerMs) }),
  )
  const [impatient, patient] = clients
  if (!impatient || !patient) throw new Error('A client is missing')
  const access = { upstreams: patient, pacers: createPacers(clock), vault: createVault(randomBytes(32)) }
  const services = createRunServices(access, newId(), clock)
  const environmentId = team.environments[0]?.id ?? ''
  const keyIds: string[] = []
  while (keyIds.length < runs) {
    const key = await control.createKey(sandboxWallet)
    const { id } = await addKey(team.admin, services, {
      key,
      name: '',
      walletId: team.walletId,
      environmentId,
    })
    keyIds.push(id)
  }
  const { id: searchId } = await createSearch(team.admin, {
    name: 'Faults',
    operation: 'timeline',
    subject: 'ada',
    product: 'Latest',
    shared: true,
    environmentId: '',
  })
  const readCounts = async () => {
    const { keys, balance } = await control.wallet(sandboxWallet)
    const sum = (field: 'pages' | 'items' | 'deliveredPages' | 'deliveredItems') =>
      keys.reduce((total, key) => total + key[field], 0)
    return {
      pages: sum('pages'),
      items: sum('items'),
      deliveredPages: sum('deliveredPages'),
      deliveredItems: sum('deliveredItems'),
      balanceNano: parseNano(balance) ?? 0n,
    }
  }
  const servicesFor = (isSilent: boolean) => (isSilent ? { ...services, upstreams: impatient } : services)

  return {
    team,
    keyIds,
    control,
    /**
     * Returns what the sandbox has charged and delivered; it may record a delivery just after we received it.
     */
    async sandboxCounts(deliveredItems = 0) {
      const deadline = performance.now() + COUNTED_WITHIN_MS
      for (;;) {
        const counts = await readCounts()
        if (counts.deliveredItems >= deliveredItems || performance.now() > deadline) return counts
      }
    },
    checkKey: (keyId: string) => checkKey(team.admin, services, keyId),
    /** Starts a new run with its first page. */
    start: (keyId: string, isSilent = false, capItems: number | null = null): Promise<PageAnswer> =>
      startRun(team.admin, servicesFor(isSilent), { runId: randomUUID(), searchId, keyId, capItems }),
    next: (continuation: string, isSilent = false): Promise<PageAnswer> =>
      fetchNextPage(team.admin, servicesFor(isSilent), { continuation }),
    async close() {
      services.pacers.closeAll()
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
