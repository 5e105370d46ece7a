import { z } from 'zod'
import { listSearchesWithoutNews } from '@/lib/collect/runs'
import { listSchedules, type ScheduleView } from '@/lib/collect/schedules'
import { listSearchQuestions, type NamedQuestion } from '@/lib/collect/searches'
import { compareNano, type Nano, notFound, requireAdmin } from '@/lib/kernel'
import { type KeyView, listKeys } from '@/lib/keys/keys'
import { type BucketSums, type SpendSums, sumRollups, sumSpend } from '@/lib/money/ledger'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS, dayBefore, quarterHourOf } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { deleteHiddenSavingsBefore, putHiddenSaving, selectHiddenSavings } from './store'

const DAYS = 30
/** Number of consecutive runs without a new item after which a search is listed. */
const QUIET_RUNS = 10
/** Maximum number of searches whose runs are read, those that spent most first. */
const MAX_SEARCHES = 50

const savingKindSchema = z.enum(['idle_key', 'nothing_new', 'overlap'])

export const hideSavingInput = z.object({ kind: savingKindSchema, subjectId: z.uuid() })

/** Something that is kept or paid for although nobody seems to need it. */
export interface SavingView {
  readonly kind: z.output<typeof savingKindSchema>
  /** Id of the key, or of the search. */
  readonly subjectId: string
  readonly text: string
  /** Spend of the last 30 days. */
  readonly nano: Nano
  /** Path of the page about it, below the team. */
  readonly path: string
  /** True if pausing the search's schedule would save it. */
  readonly hasActiveSchedule: boolean
}

/**
 * Returns what could be saved, most expensive first: keys without a call for 30 days, searches whose last ten runs
 * brought nothing new although charged, and schedules that buy the same items as another. What an admin has hidden is
 * left out. Reads the sums of days, so the cost grows with keys and searches, not with calls. Admins only.
 */
export async function listSavings(ctx: TeamCtx): Promise<SavingView[]> {
  requireAdmin(ctx, 'see what could be saved')
  const now = ctx.clock.now()
  // Whole days, which are summed, and today.
  const startOf = (daysAgo: number) => quarterHourOf(dayBefore(now, ctx.team.timeZone, daysAgo).startsAt)
  const [from, yesterday, to] = [startOf(DAYS), startOf(1), quarterHourOf(now) + 1]
  const spans = [
    { from, to: yesterday },
    { from: yesterday, to },
  ]
  const [keys, byKey, bySearch, schedules, hidden] = await Promise.all([
    listKeys(ctx),
    sumSpend(ctx, [{ from, to }], 'keyId'),
    sumRollups(ctx, spans, 'searchId'),
    listSchedules(ctx),
    selectHiddenSavings(ctx.db, ctx.team.id, now),
  ])
  const active = schedules.filter(({ paused }) => paused === null)
  const spent = spentBySearch(bySearch)
  const suspects = mostSpent(spent)
  const questions = await listSearchQuestions(ctx, [
    ...new Set([...active.map(({ searchId }) => searchId), ...suspects]),
  ])
  const overlaps = findOverlaps(active, questions, spent)
  const overlapping = new Set(overlaps.map(({ subjectId }) => subjectId))
  const isHidden = ({ kind, subjectId }: SavingView) =>
    hidden.some((one) => one.kind === kind && one.subjectId === subjectId)
  return [
    ...overlaps,
    ...(await findWithoutNews(
      ctx,
      suspects.filter((id) => questions.has(id) && !overlapping.has(id)),
      { active, questions, spent },
    )),
    ...findIdleKeys(keys, byKey, now),
  ]
    .filter((one) => !isHidden(one))
    .sort((a, b) => compareNano(b.nano, a.nano) || a.text.localeCompare(b.text, 'en'))
}

/** Hides a saving for 30 days. Throws `not_found` for one that the team does not have. Admins only. */
export async function hideSaving(
  ctx: TeamCtx,
  { kind, subjectId }: z.output<typeof hideSavingInput>,
): Promise<void> {
  requireAdmin(ctx, 'hide what could be saved')
  const found = (await listSavings(ctx)).find((one) => one.kind === kind && one.subjectId === subjectId)
  if (!found) throw notFound('The saving')
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    await deleteHiddenSavingsBefore(tx, ctx.team.id, now)
    await putHiddenSaving(
      tx,
      { teamId: ctx.team.id, kind, subjectId },
      new Date(now.getTime() + DAYS * DAY_MS),
    )
    await appendAuditEntry(tx, ctx, {
      action: 'usage.hide-saving',
      subjectId,
      subjectName: found.text,
      detail: { kind, days: DAYS },
    })
  })
}

interface SearchSpend {
  readonly nano: Nano
  /** True if it brought a new item since the beginning of yesterday. */
  readonly hasFreshNews: boolean
}

type Spent = ReadonlyMap<string, SearchSpend>

/** Sums each search's spend. `bucket` 1 is yesterday and today. */
function spentBySearch(sums: readonly BucketSums[]): Spent {
  const spent = new Map<string, SearchSpend>()
  for (const { member, bucket, chargeNano, newItems } of sums) {
    if (member === '') continue
    const before = spent.get(member)
    spent.set(member, {
      nano: chargeNano + (before?.nano ?? 0n),
      hasFreshNews: (bucket === 1 && newItems > 0) || (before?.hasFreshNews ?? false),
    })
  }
  return spent
}

/** Returns the searches without fresh news that spent most. */
const mostSpent = (spent: Spent): string[] =>
  [...spent]
    .filter(([, { nano, hasFreshNews }]) => nano > 0n && !hasFreshNews)
    .sort(([, a], [, b]) => compareNano(b.nano, a.nano))
    .slice(0, MAX_SEARCHES)
    .map(([searchId]) => searchId)

type Questions = ReadonlyMap<string, NamedQuestion>

/**
 * Returns the schedules whose search asks the same as another scheduled one. Of each group the one that spent most is
 * left out: it runs most often, so the others bring nothing that it does not.
 */
function findOverlaps(
  active: readonly Pick<ScheduleView, 'searchId'>[],
  questions: Questions,
  spent: Spent,
): SavingView[] {
  const groups = new Map<string, { searchId: string; name: string; nano: Nano }[]>()
  for (const { searchId } of active) {
    const question = questions.get(searchId)
    if (!question) continue
    const { name, operation, subject, product } = question
    const asked = JSON.stringify([operation, subject, product])
    const nano = spent.get(searchId)?.nano ?? 0n
    groups.set(asked, [...(groups.get(asked) ?? []), { searchId, name, nano }])
  }
  return [...groups.values()].flatMap((group) => {
    const [most, ...others] = group.sort((a, b) => compareNano(b.nano, a.nano))
    return others
      .filter(({ nano }) => nano > 0n)
      .map(({ searchId, name, nano }) => ({
        kind: 'overlap' as const,
        subjectId: searchId,
        text: `The schedule of “${name}” buys the same items as that of “${most?.name}”`,
        nano,
        path: `searches/${searchId}`,
        hasActiveSchedule: true,
      }))
  })
}

async function findWithoutNews(
  ctx: TeamCtx,
  suspects: readonly string[],
  {
    active,
    questions,
    spent,
  }: {
    readonly active: readonly ScheduleView[]
    readonly questions: Questions
    readonly spent: Spent
  },
): Promise<SavingView[]> {
  const found = await listSearchesWithoutNews(ctx, suspects, QUIET_RUNS)
  return found.map((searchId) => ({
    kind: 'nothing_new',
    subjectId: searchId,
    text: `“${questions.get(searchId)?.name}” brought nothing new in its last ${QUIET_RUNS} runs`,
    nano: spent.get(searchId)?.nano ?? 0n,
    path: `searches/${searchId}`,
    hasActiveSchedule: active.some((schedule) => schedule.searchId === searchId),
  }))
}

function findIdleKeys(keys: readonly KeyView[], byKey: readonly SpendSums[], now: Date): SavingView[] {
  const since = now.getTime() - DAYS * DAY_MS
  const called = new Set(byKey.flatMap(({ member, pages, unknowns }) => (pages + unknowns > 0 ? member : [])))
  return keys
    .filter(
      ({ id, status, lastUsedAt, createdAt }) =>
        status === 'active' && (lastUsedAt ?? createdAt).getTime() < since && !called.has(id),
    )
    .map(({ id, name, prefix }) => ({
      kind: 'idle_key',
      subjectId: id,
      text: `The key “${name}” (${prefix}…) was not used for ${DAYS} days`,
      nano: 0n,
      path: `keys/${id}`,
      hasActiveSchedule: false,
    }))
}
