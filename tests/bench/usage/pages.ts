import { DateTime } from 'luxon'
import type { Db } from '@/lib/platform/db'

/** A page to open, and how much longer it may take with a long history than with a short one. */
export interface PagePlace {
  readonly name: string
  readonly path: string
  readonly goalMs: number
}

const GOAL_MS = 30
const GOAL_OF_YEAR_MS = 60
const RANGES = ['7 days', '30 days', '90 days', 'a year'] as const
const GROUPINGS = ['environment', 'key', 'member', 'operation'] as const

/**
 * Returns every page of a team, with its ranges, groupings and filters; where there are many of a kind, the
 * busiest and a quiet one.
 */
export async function pagesOf(db: Db, to: number): Promise<PagePlace[]> {
  const team = await db.team.findFirstOrThrow()
  const at = DateTime.fromMillis(to, { zone: team.timeZone })
  const spans = {
    '7 days': 'range=7d',
    '30 days': 'range=30d',
    '90 days': 'range=90d',
    'a year': `from=${at.minus({ days: 364 }).toISODate()}&to=${at.toISODate()}`,
  }
  const things = await thingsOf(db, team.id)
  const root = `/${team.slug}`
  const places: PagePlace[] = []
  const add = (name: string, path: string, goalMs = GOAL_MS) =>
    places.push({ name, path: root + path, goalMs })
  const goalOf = (range: (typeof RANGES)[number]) => (range === 'a year' ? GOAL_OF_YEAR_MS : GOAL_MS)
  for (const range of RANGES) add(`overview, ${range}`, `?${spans[range]}`, goalOf(range))
  add(
    'overview, a year, one environment',
    `?${spans['a year']}&environment=${things.environment}`,
    GOAL_OF_YEAR_MS,
  )
  for (const by of GROUPINGS)
    for (const range of RANGES)
      add(`usage by ${by}, ${range}`, `/usage?by=${by}&${spans[range]}`, goalOf(range))
  for (const [name, question] of explored(things))
    add(`usage, a year: ${name}`, `/usage?${spans['a year']}&${question}`, GOAL_OF_YEAR_MS)
  add('usage by hour, 7 days', `/usage?${spans['7 days']}&step=hour`)
  for (const [name, filter] of ledgerFilters(things))
    add(`ledger: ${name}`, `/usage?${spans['a year']}&tab=ledger&${filter}`, GOAL_OF_YEAR_MS)
  add('wallets', '/wallets')
  for (const range of RANGES)
    add(`a wallet, ${range}`, `/wallets/${things.wallet}?${spans[range]}`, goalOf(range))
  add('a wallet, this month', `/wallets/${things.wallet}`)
  add('keys', '/keys')
  add('a key', `/keys/${things.key}`)
  add('runs', '/runs')
  add('runs, an item looked for', `/runs?item=${things.item}`)
  for (const [name, filter] of runFilters(things)) add(`runs: ${name}`, `/runs?${filter}`)
  add('the newest run', `/runs/${things.newRun}`)
  add('the oldest run', `/runs/${things.oldRun}`)
  add('searches', '/searches')
  add('the busiest search', `/searches/${things.search}`)
  add('a quiet search', `/searches/${things.quietSearch}`)
  add('a new search', '/searches/new')
  for (const name of ['budgets', 'alerts', 'members', 'settings', 'services']) add(name, `/${name}`)
  add('unresolved calls', '/resolve')
  add('schedules', '/searches/schedules')
  add('prices and money', '/settings/money')
  add('data retention', '/settings/retention')
  add('API and tokens', '/settings/api')
  add('provider', '/settings/provider')
  add('audit log', '/settings/audit')
  add('audit log of a member', `/settings/audit?actor=${things.person}`)
  add('audit log, words', '/settings/audit?text=Search+17')
  return places
}

type Things = Awaited<ReturnType<typeof thingsOf>>

/** Returns each filter of the ledger alone, and three together. */
const ledgerFilters = (things: Things): (readonly [string, string])[] => [
  ['settled', 'outcome=SETTLED'],
  ['not charged', 'outcome=FREE'],
  ['unknown', 'outcome=UNKNOWN'],
  ['the busiest key', `key=${things.key}`],
  ['a key never used', `key=${things.user}`],
  ['an environment', `environment=${things.environment}`],
  ['one hour', `since=${things.since}&until=${things.until}`],
  ['a page further on', `after=${things.middleEntry}`],
  ['not charged, of a key', `outcome=FREE&key=${things.key}`],
  [
    'unknown, of a key in another environment',
    `outcome=UNKNOWN&key=${things.key}&environment=${things.other}`,
  ],
  ['unknown, of a key never used', `outcome=UNKNOWN&key=${things.user}`],
]

/** Returns what the explorer of usage requests besides its groupings. */
const explored = (things: Things): (readonly [string, string])[] => [
  ['by search', 'by=search'],
  ['by wallet', 'by=wallet'],
  ['by kind of caller', 'by=caller'],
  ['new items', 'measure=new'],
  ['month by month, beside the year before', 'step=month&compare=year'],
  ['beside the days before', 'compare=before'],
  ['one search, by member', `by=member&search=${things.search}`],
  ['one wallet, one operation, by key', `by=key&wallet=${things.wallet}&operation=timeline`],
  ['its runs', 'tab=runs'],
  ['the runs of one wallet and search', `tab=runs&wallet=${things.wallet}&search=${things.search}`],
]

const runFilters = (things: Things): (readonly [string, string])[] => [
  ['further on', `after=${things.middleRun}`],
  ['of the busiest search', `search=${things.search}`],
  ['of a member', `member=${things.memberId}`],
  ['open ones', 'state=OPEN'],
  ['of a member and a search', `member=${things.memberId}&search=${things.quietSearch}`],
]

const HOUR_MS = 3_600_000

async function thingsOf(db: Db, teamId: string) {
  const firstKey = await db.key.findFirstOrThrow({ where: { teamId }, orderBy: { id: 'asc' } })
  const other = await db.environment.findFirstOrThrow({
    where: { teamId, id: { not: firstKey.environmentId } },
  })
  const runs = { where: { teamId }, select: { id: true, startedAt: true } }
  const newRun = await db.run.findFirstOrThrow({ ...runs, orderBy: { startedAt: 'desc' } })
  const oldRun = await db.run.findFirstOrThrow({ ...runs, orderBy: { startedAt: 'asc' } })
  const middleRun = await db.run.findFirstOrThrow({
    where: {
      teamId,
      startedAt: { gte: new Date((newRun.startedAt.getTime() + oldRun.startedAt.getTime()) / 2) },
    },
    select: { id: true },
    orderBy: { startedAt: 'asc' },
  })
  const searches = await db.savedSearch.findMany({ where: { teamId }, orderBy: { id: 'asc' } })
  const entries = { where: { teamId }, select: { id: true, at: true } }
  const [first, last] = [
    await db.ledgerEntry.findFirstOrThrow({ ...entries, orderBy: { at: 'asc' } }),
    await db.ledgerEntry.findFirstOrThrow({ ...entries, orderBy: { at: 'desc' } }),
  ]
  const middle = new Date((first.at.getTime() + last.at.getTime()) / 2)
  const middleEntry = await db.ledgerEntry.findFirstOrThrow({
    where: { teamId, at: { gte: middle } },
    orderBy: { at: 'asc' },
  })
  const member = await db.member.findFirstOrThrow({ where: { teamId } })
  const sighting = await db.sighting.findFirstOrThrow({ where: { teamId } })
  return {
    ...{ wallet: firstKey.walletId, key: firstKey.id, environment: firstKey.environmentId, other: other.id },
    ...{
      middleRun: middleRun.id,
      memberId: member.id,
      newRun: newRun.id,
      oldRun: oldRun.id,
      search: searches[0]?.id,
      quietSearch: searches.at(-1)?.id,
    },
    ...{ middleEntry: middleEntry.id, person: member.userId, user: member.userId, item: sighting.itemId },
    ...{ since: middle.toISOString(), until: new Date(middle.getTime() + HOUR_MS).toISOString() },
  }
}
