import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  alertPart,
  countAlerts,
  inboxPart,
  listAlertPage,
  listAlerts,
  listAttentionItems,
  listDeliveries,
  listInbox,
  listOpenAlerts,
} from '@/lib/alerts/alerts'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const ALERTS = 120
const HOUR_MS = 3_600_000

describeOnEachEngine('pages of alerts and messages', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())
  const other = await makeOtherTeam(team)
  for (const { admin } of [team, other]) await write(admin.team.id)

  /** Writes alerts and messages in groups of ten with the same time. One alert in twenty is still open. */
  async function write(teamId: string): Promise<void> {
    const made = Array.from({ length: ALERTS }, (_, place) => {
      const at = new Date(team.admin.clock.now().getTime() + Math.floor(place / 10) * HOUR_MS)
      return { id: randomUUID(), at, recoveredAt: place % 20 === 0 ? null : at }
    })
    await opened.db.alert.createMany({
      data: made.map(({ id, at, recoveredAt }) => ({
        ...{ id, teamId, kind: 'low_balance', subjectId: 'x', subjectName: 'x', dedupeKey: id },
        ...{ title: id, detail: '', data: '{}', path: '', firedAt: at, recoveredAt },
      })),
    })
    await opened.db.alertDelivery.createMany({
      data: made.map(({ id, at }) => ({
        ...{
          id,
          teamId,
          channelId: teamId,
          alertId: id,
          event: 'fired',
          state: 'sent',
          tries: 1,
          createdAt: at,
        },
      })),
    })
  }

  /** Reads page after page, each from the last row's id. */
  async function walk<Row extends { readonly id: string }>(
    read: (after: string | undefined) => Promise<{ rows: Row[]; hasMore: boolean }>,
  ): Promise<{ readonly pages: number[]; readonly rows: Row[] }> {
    const [pages, all]: [number[], Row[]] = [[], []]
    for (;;) {
      const { rows, hasMore } = await read(all.at(-1)?.id)
      pages.push(rows.length)
      all.push(...rows)
      if (!hasMore) return { pages, rows: all }
    }
  }
  const page = (of: typeof team, after?: string) =>
    listAlertPage(of.admin, alertPart.parse({ state: 'over', after }))
  const isNewestFirst = (times: readonly Date[]) =>
    times.every((at, place) => place === 0 || at <= (times[place - 1] ?? at))

  test('recovered alerts are listed fifty at a time, each once, newest first', async () => {
    const { pages, rows } = await walk(async (after) => {
      const { alerts, next } = await listAlertPage(team.admin, alertPart.parse({ state: 'over', after }))
      return { rows: [...alerts], hasMore: next !== null }
    })
    expect(pages).toEqual([50, 50, 14])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(114)
    expect(isNewestFirst(rows.map(({ firedAt }) => firedAt))).toBe(true)
    expect(await listOpenAlerts(team.admin)).toHaveLength(6)
    expect(await countAlerts(team.admin, alertPart.parse({ state: 'open' }))).toEqual({ all: 120, found: 6 })
    expect((await countAlerts(team.admin, alertPart.parse({ text: 'no such' }))).found).toBe(0)
    const first = await page(team)
    const title = first.alerts[0]?.title.toUpperCase() ?? ''
    const titled = await listAlertPage(team.admin, alertPart.parse({ text: title, state: 'over' }))
    expect(titled).toEqual({ alerts: [first.alerts[0]], previous: null, next: null })
    const oldest = await listAlertPage(team.admin, alertPart.parse({ sort: 'from' }))
    const back = await listAlertPage(team.admin, alertPart.parse({ before: oldest.alerts[0]?.id }))
    const idsOf = (alerts: readonly { readonly id: string }[]) => alerts.map(({ id }) => id)
    expect(idsOf(back.alerts.slice(-49))).toEqual(idsOf(oldest.alerts.slice(1)).toReversed())
  })

  test('messages are listed fifty at a time, each once, newest first, also for one channel', async () => {
    for (const channelId of [undefined, team.admin.team.id]) {
      const { pages, rows } = await walk(async (after) => {
        const { deliveries, hasMore } = await listDeliveries(team.admin, channelId, after)
        return { rows: deliveries, hasMore }
      })
      expect(pages).toEqual([50, 50, 20])
      expect(new Set(rows.map(({ id }) => id)).size).toBe(ALERTS)
      expect(isNewestFirst(rows.map(({ createdAt }) => createdAt))).toBe(true)
    }
  })

  test('the id of a missing row, or of another team’s, leads to the newest rows', async () => {
    const [theirs, mine] = [await page(other), await page(team)]
    const last = await page(other, theirs.alerts.at(-1)?.id)
    for (const after of [last.alerts.at(-1)?.id, randomUUID()]) {
      expect(await page(team, after)).toEqual(mine)
      expect(await listDeliveries(team.admin, undefined, after)).toEqual(await listDeliveries(team.admin))
    }
    expect((await listDeliveries(team.admin, other.admin.team.id)).deliveries).toEqual([])
  })

  test('of more than ten thousand open alerts the newest are read, and the others stay open', async () => {
    const { admin } = await makeOtherTeam(team)
    const many = Array.from({ length: 10_005 }, (_, place) => ({
      ...{ id: randomUUID(), teamId: admin.team.id, kind: 'nothing_new', subjectId: `${place}` },
      ...{ subjectName: 'x', dedupeKey: `nothing_new|${place}`, title: `${place}`, detail: '', data: '{}' },
      ...{ path: '', firedAt: new Date(admin.clock.now().getTime() - place * 1000) },
    }))
    for (let from = 0; from < many.length; from += 1000)
      await opened.db.alert.createMany({ data: many.slice(from, from + 1000) })
    const read = await listAlerts(admin)
    expect([read.length, read[0]?.title, read.at(-1)?.title]).toEqual([10_000, '0', '9999'])
    expect((await listInbox(admin, inboxPart.parse({}))).states.open).toBe(10_000)
    expect(await listAttentionItems(admin)).toHaveLength(10_000)
    expect(await countAlerts(admin, alertPart.parse({ state: 'open' }))).toEqual({
      all: 10_001,
      found: 10_001,
    })
  })
})
