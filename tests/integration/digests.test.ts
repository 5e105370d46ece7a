import { createServer } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queueDigests, sendDueDigests } from '@/lib/alerts/digests'
import { createSearch } from '@/lib/collect/searches'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { systemCtx } from '@/lib/server/jobs'
import { removeMember, setDigest } from '@/lib/teams/teams'
import { bookOf } from '@/tests/factories/ledger'
import { plain, startTestMail } from '@/tests/factories/mail'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const MINUTE_MS = 60_000
/** 21:00 in the team's zone. */
const EVENING = new Date('2026-03-10T20:00:00Z')

describeOnEachEngine('a daily digest', async (open) => {
  const { db } = await open()
  const root = await makeTeam(db, makeTestClock(EVENING))
  const mail = await startTestMail()
  afterAll(() => mail.close())
  let clock: TestClock
  let team: TestTeam
  let seen = 0
  beforeEach(async () => {
    clock = makeTestClock(EVENING)
    const made = await makeOtherTeam(root)
    team = { ...made, admin: { ...made.admin, clock } }
    seen = mail.received.length
  })

  const confirm = ({ actor }: TeamCtx) =>
    db.user.update({ where: { id: actor.userId }, data: { emailConfirmedAt: EVENING } })
  const turnOn = async (ctx: TeamCtx) => {
    await confirm(ctx)
    await setDigest({ ...ctx, clock }, { every: 'day', isOn: true })
  }
  const queue = () => queueDigests(systemCtx(db, clock, team.admin.team))
  const send = (url = mail.server.url) => {
    const mailServer = { ...mail.server, url }
    return sendDueDigests({ db, clock, mailServer, teams: [team.admin.team] })
  }
  const tick = async () => {
    await queue()
    await send()
  }
  const received = () => mail.received.slice(seen)
  const texts = () => received().map(({ text }) => plain(text))
  const digests = () => db.digest.findMany({ where: { teamId: team.admin.team.id } })

  test('is off until a member with a confirmed address turns it on, and begins with the next day', async () => {
    await expect(setDigest(team.admin, { every: 'day', isOn: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    await tick()
    clock.advance(DAY_MS)
    await tick()
    expect(received()).toEqual([])
    await turnOn(team.admin)
    await tick()
    expect(received()).toEqual([])
    clock.advance(3 * 60 * MINUTE_MS - 1)
    await tick()
    expect(received()).toEqual([])
    clock.advance(1)
    await tick()
    expect(texts()).toHaveLength(1)
    await setDigest(team.admin, { every: 'day', isOn: false })
    clock.advance(DAY_MS)
    await tick()
    expect(received()).toHaveLength(1)
    const logged = { teamId: team.admin.team.id, action: 'member.digest' }
    expect(await db.auditEntry.count({ where: logged })).toBe(2)
  })

  test('says what yesterday cost by wallet and search, what was new and which alerts are open', async () => {
    await turnOn(team.admin)
    const member = await makeMember(team, 'member')
    const searchOf = async (ctx: TeamCtx, name: string, shared: boolean) =>
      (await createSearch(ctx, { name, operation: 'timeline', subject: name, shared })).id
    const shared = await searchOf(team.admin, 'Tea & <Coffee>', true)
    const secret = await searchOf(member, 'Secret', false)
    const book = bookOf(team.admin)
    const { walletId } = team
    await book.settle(await book.begin({ walletId, searchId: shared }), 20, { newItems: 7 })
    await book.settle(await book.begin({ walletId, searchId: secret }), 10, { newItems: 1 })
    await book.settle(await book.begin({ walletId, origin: 'gateway', principal: 'service' }), 40)
    await book.lose(await book.begin({ walletId }))
    await db.alert.create({
      data: {
        ...{ id: `alert ${team.admin.team.id}`, teamId: team.admin.team.id, kind: 'low_balance' },
        ...{ subjectId: walletId, subjectName: 'Main', dedupeKey: 'x', title: '“Main” is low' },
        ...{ detail: '', data: '{}', path: 'wallets', firedAt: EVENING },
      },
    })
    clock.advance(DAY_MS)
    await tick()
    const [text = ''] = texts()
    expect(text).toContain('Spent: 10.50 credits, and 1 unknown call may have been charged.')
    expect(text).toContain('- Main: 10.50 credits')
    expect(text).toContain('- Services and provider tests: 6 credits, 0 new items')
    expect(text).toContain('- Tea & <Coffee>: 3 credits, 7 new items')
    expect(text).toContain('- Deleted searches, and private ones of others: 1.50 credits, 1 new item')
    expect(text).toContain('<li>Tea &amp; &lt;Coffee&gt;: 3 credits, 7 new items</li>')
    expect(text).toContain('- “Main” is low')
    expect(text).not.toContain('Secret')
  })

  test('is sent once a day, even if two instances queue and send at the same moment', async () => {
    const member = await makeMember(team, 'viewer')
    for (const ctx of [team.admin, member]) await turnOn(ctx)
    clock.advance(DAY_MS)
    await Promise.all([queue(), queue()])
    await Promise.all([send(), send()])
    await tick()
    expect(new Set(received().flatMap(({ to }) => to)).size).toBe(2)
    expect(received()).toHaveLength(2)
    clock.advance(3 * DAY_MS)
    await tick()
    expect(received()).toHaveLength(4)
  })

  test('is sent after a minute if the process that claimed it was killed', async () => {
    await turnOn(team.admin)
    clock.advance(DAY_MS)
    await queue()
    // The state after a claim whose process died before writing the result.
    const nextTryAt = new Date(clock.now().getTime() + MINUTE_MS)
    await db.digest.updateMany({ where: { teamId: team.admin.team.id }, data: { tries: 1, nextTryAt } })
    await tick()
    expect(received()).toEqual([])
    clock.advance(MINUTE_MS)
    await tick()
    await tick()
    expect(received()).toHaveLength(1)
  })

  test('is retried while the mail server does not answer', async () => {
    await turnOn(team.admin)
    clock.advance(DAY_MS)
    await queue()
    await send('smtp://127.0.0.1:9')
    await send()
    expect(await digests()).toMatchObject([{ state: 'waiting', tries: 1 }])
    clock.advance(MINUTE_MS)
    await send()
    expect(received()).toHaveLength(1)
    expect(await digests()).toMatchObject([{ state: 'sent', tries: 2 }])
  })

  test('that another process has sent meanwhile stays sent, however the first one’s try ends', async () => {
    await turnOn(team.admin)
    clock.advance(DAY_MS)
    await queue()
    // A mail server that answers nothing for longer than the claim lasts, and then breaks off.
    const slow = createServer((socket) => {
      socket.on('error', () => undefined)
      clock.advance(MINUTE_MS)
      void send().finally(() => socket.destroy())
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const address = slow.address()
    await send(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    slow.close()
    expect(received()).toHaveLength(1)
    expect(await digests()).toMatchObject([{ state: 'sent', nextTryAt: null, tries: 2 }])
    clock.advance(MINUTE_MS)
    await send()
    expect(received()).toHaveLength(1)
  })

  test('that cannot be written fails after its tries, and delays nobody', async () => {
    const member = await makeMember(team, 'member')
    for (const ctx of [team.admin, member]) await turnOn(ctx)
    clock.advance(DAY_MS)
    await queue()
    const { memberId } = team.admin.actor
    // Reading this day throws, because it does not exist.
    await db.digest.updateMany({ where: { memberId }, data: { period: '2026-02-30' } })
    await expect(send()).rejects.toThrow('No such day')
    expect(received()).toHaveLength(1)
    for (let tries = 1; tries < 5; tries++) {
      clock.advance(MINUTE_MS)
      await expect(send()).rejects.toThrow('No such day')
    }
    clock.advance(MINUTE_MS)
    await send()
    expect(await db.digest.findFirst({ where: { memberId } })).toMatchObject({ state: 'failed' })
  })

  test('is not sent to someone who left after it was queued', async () => {
    const member = await makeMember(team, 'member')
    await turnOn(member)
    clock.advance(DAY_MS)
    await queue()
    await removeMember(team.admin, { memberId: member.actor.memberId })
    await send()
    expect(received()).toEqual([])
    expect(await digests()).toMatchObject([{ state: 'failed' }])
  })
})
