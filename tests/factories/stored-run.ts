import { randomUUID } from 'node:crypto'
import { storePages } from '@/lib/collect/items'
import { insertRun } from '@/lib/collect/runs/core/store'
import { transaction } from '@/lib/platform/db'
import { packJson } from '@/lib/upstream/client'
import { oddItem } from './odd-items'
import type { TestTeam } from './team'

const PAGE = 100
const PAGES_AT_ONCE = 20

/**
 * A run that has brought so many odd items, as if it had bought them, in pages of a hundred. Runs of one stream bring
 * the same items: what one brought before is not new in the next.
 */
export async function storeRun(
  { admin, ...team }: TestTeam,
  streamId: string,
  count: number,
  { shared = true, memberId = admin.actor.memberId, searchId = null as string | null, itemAt = oddItem } = {},
): Promise<string> {
  const runId = randomUUID()
  const at = admin.clock.now()
  const pages = Math.ceil(count / PAGE)
  await transaction(admin.db, (tx) =>
    insertRun(tx, {
      id: runId,
      teamId: admin.team.id,
      searchId,
      searchName: 'Ada & <Bea> _x0041_',
      streamId,
      operation: 'timeline',
      subject: 'ada',
      product: null,
      keyId: randomUUID(),
      keyPrefix: 'xd_live_abcd',
      environmentId: team.environments[0]?.id ?? '',
      environmentName: 'Production',
      memberId,
      memberName: admin.actor.name,
      shared,
      startedAt: at,
    }),
  )
  for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
    const some = Array.from({ length: Math.min(PAGES_AT_ONCE, pages - first) }, (_, page) => first + page)
    const made = await Promise.all(some.map((page) => pageOf(page, count, { runId, streamId }, itemAt)))
    await transaction(admin.db, (tx) => storePages(tx, admin.team.id, made, at))
  }
  return runId
}

async function pageOf(
  page: number,
  count: number,
  of: { readonly runId: string; readonly streamId: string },
  itemAt: typeof oddItem,
) {
  const length = Math.min(PAGE, count - page * PAGE)
  const items = Array.from({ length }, (_, at) => itemAt(page * PAGE + at))
  return {
    ...of,
    attemptId: randomUUID(),
    pageNumber: page + 1,
    itemIds: items.map(({ id }) => id),
    packed: await packJson(items.map(({ place: _, isNew: __, ...item }) => item)),
  }
}
