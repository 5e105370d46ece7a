import type { Item } from '@/lib/upstream/client'
import { packJson } from '@/lib/upstream/client'
import type { MadeTeam } from './team-rows'
import type { Writer } from './writer'

const PAGES_AT_ONCE = 2000
const WORDS = 'the a page item post reads costs brings wallet budget search team key hour week month'.split(
  ' ',
)

interface Bought {
  readonly id: string
  readonly attemptId: string
  readonly runId: string
  readonly items: number
  readonly newItems: number
  readonly searchId: string
  readonly at: Date
}

/** Stores the items of the newest settled pages, and where each was first seen. Returns the number of pages. */
export async function makeItems(writer: Writer, team: MadeTeam, most: number): Promise<number> {
  const streamOf = new Map(team.searches.map(({ id, streamId }) => [id, streamId]))
  let [stored, before]: [number, string | undefined] = [0, undefined]
  while (stored < most) {
    // By id alone, because there is one team; with the team, SQLite would sort the whole ledger.
    const where = { outcome: 'SETTLED', ...(before && { id: { lt: before } }) }
    const entries: Bought[] = await writer.db.ledgerEntry.findMany({
      where,
      select: {
        id: true,
        attemptId: true,
        runId: true,
        items: true,
        newItems: true,
        searchId: true,
        at: true,
      },
      orderBy: { id: 'desc' },
      take: Math.min(PAGES_AT_ONCE, most - stored),
    })
    if (entries.length === 0) break
    await storePages(writer, team.id, stored, entries, streamOf)
    stored += entries.length
    before = entries.at(-1)?.id
  }
  return stored
}

async function storePages(
  writer: Writer,
  teamId: string,
  first: number,
  entries: readonly Bought[],
  streamOf: ReadonlyMap<string, string>,
): Promise<void> {
  const attempts = await writer.db.attempt.findMany({
    where: { id: { in: entries.map(({ attemptId }) => attemptId) } },
    select: { id: true, pageNumber: true },
  })
  const numberOf = new Map(attempts.map(({ id, pageNumber }) => [id, pageNumber]))
  const idOf = (page: number, place: number) =>
    String(1_000_000_000_000_000n + BigInt((first + page) * 100 + place))
  const pages = await Promise.all(
    entries.map(async ({ attemptId, runId, items, newItems, at }, page) => ({
      ...{ attemptId, teamId, runId, pageNumber: numberOf.get(attemptId) ?? 0, itemCount: items, at },
      packed: await packJson(Array.from({ length: items }, (_, place) => itemOf(idOf(page, place), at))),
      news: '1'.repeat(newItems) + '0'.repeat(items - newItems),
    })),
  )
  await writer.put('ResultPage', pages)
  const sightings = entries.flatMap(({ attemptId, newItems, searchId, at }, page) =>
    Array.from({ length: newItems }, (_, place) => ({
      ...{
        teamId,
        itemId: idOf(page, place),
        streamId: streamOf.get(searchId) ?? '',
        pageId: attemptId,
        place,
        at,
      },
    })),
  )
  await writer.put('Sighting', sightings)
}

/** Returns a post of some 200 characters, with what the upstream sends besides its text. */
function itemOf(id: string, at: Date): Item {
  const number = Number(id.slice(-9))
  const text = Array.from({ length: 30 }, (_, place) => WORDS[(number * (place + 3)) % WORDS.length]).join(
    ' ',
  )
  const author = {
    id: String(number % 5000),
    handle: `handle${number % 5000}`,
    name: `Name ${number % 5000}`,
  }
  const createdAt = new Date(at.getTime() - 60_000 - (number % 100) * 1000).toISOString()
  const link = `https://example.test/posts/${id}`
  const raw = { id, text, user_id: author.id, likes: number % 977, shares: number % 53, lang: 'en' }
  return { id, text, author, createdAt, link, raw }
}
