import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type BackgroundRuns,
  createBackgroundRuns,
  createRunServices,
  getRun,
  type RunServices,
  type RunView,
  startBackgroundRun,
  type startRunInput,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream'
import { makeOtherTeam, makeTeam, type TestTeam } from './team'

type Conditions = Partial<z.input<typeof startRunInput>>
type Question = Partial<Parameters<typeof createSearch>[1]>

/** A team with one key of an upstream that answers what a test says, and what its runs need. */
export interface ScriptedTeam {
  readonly upstream: ScriptedUpstream
  readonly team: TestTeam
  readonly services: RunServices & { readonly background: BackgroundRuns }
  readonly keyId: string
  search(question?: Question): Promise<string>
  /** Runs in the background to its end. */
  run(question?: Question, conditions?: Conditions): Promise<RunView>
  close(): Promise<void>
}

interface ScriptedTeamOptions {
  readonly provider?: unknown
  readonly clock?: Clock
  /** A team that the database has already. */
  readonly beside?: TestTeam
  /** The clock of runs in the background; the other one unless given. */
  readonly runClock?: Clock
}

/** Makes it; the upstream's key has a price of a thousandth of a credit an item unless the provider says otherwise. */
export async function startScriptedTeam(
  db: Db,
  {
    provider = { price: { timeline: '0.001' } },
    beside,
    clock = systemClock,
    runClock = clock,
  }: ScriptedTeamOptions = {},
): Promise<ScriptedTeam> {
  const upstream = await startScriptedUpstream()
  const upstreams = createUpstreams({ baseUrl: upstream.baseUrl, clock, provider: readProvider(provider) })
  const access = { upstreams, pacers: createPacers(clock), vault: createVault(randomBytes(32)) }
  const runServices = createRunServices(access, newId(), clock)
  const background = createBackgroundRuns({
    services: runServices,
    clock: runClock,
    isShared: false,
    onError: (error) => {
      throw error
    },
  })
  const services = { ...runServices, background }
  const team = beside ? await makeOtherTeam(beside) : await makeTeam(db, clock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { id: keyId } = await addKey(team.admin, services, { key: upstream.key, name: '', ...where })
  const search = async (question: Question = {}) =>
    (
      await createSearch(team.admin, {
        ...{ name: randomUUID(), operation: 'timeline', subject: randomUUID(), shared: true },
        ...question,
      })
    ).id
  return {
    ...{ upstream, team, services, keyId, search },
    async run(question, conditions) {
      const [runId, searchId] = [randomUUID(), await search(question)]
      const ctx = { ...team.admin, clock: runClock }
      await startBackgroundRun(ctx, services, { runId, searchId, keyId, ...conditions })
      await background.ended(runId)
      return getRun(team.admin, runId)
    },
    async close() {
      await background.stop()
      services.pacers.closeAll()
      await services.upstreams.close()
      await upstream.close()
    },
  }
}
