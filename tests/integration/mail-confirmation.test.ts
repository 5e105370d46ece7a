import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  changeChannel,
  confirmChannel,
  createChannel,
  deleteChannel,
  deliverDueMessages,
  findChannelToConfirm,
  listChannels,
  sendChannelConfirmation,
  testChannel,
} from '@/lib/alerts/alerts'
import { newId } from '@/lib/kernel'
import { createVault } from '@/lib/platform/vault'
import { listNextSteps } from '@/lib/server/next-steps'
import { plain, startTestMail } from '@/tests/factories/mail'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const DAY = 86_400_000
const CONFIRM = '/account/confirm/'

describeOnDatabase('an address for alerts', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const mail = await startTestMail()
  const delivery = {
    vault: createVault(randomBytes(32)),
    mailServer: mail.server,
    allowPrivate: false,
    baseUrl: null,
  }
  afterAll(() => mail.close())

  const address = () => `${randomUUID()}@example.org`
  const add = (to: string, of = team) =>
    createChannel(of.admin, { delivery }, { name: 'Ops', kind: 'email', address: to, kinds: [] })
  const viewOf = async (id: string, of = team) =>
    (await listChannels(of.admin)).find((channel) => channel.id === id)
  const sent = () => mail.received.length

  test('first gets only a link, and alerts once that was used', async () => {
    const to = address()
    const before = sent()
    const { id, waits, problem } = await add(to)
    expect({ waits, problem, mails: sent() - before }).toEqual({ waits: true, problem: null, mails: 1 })
    expect(mail.received.at(-1)?.to).toEqual([to])
    expect(await viewOf(id)).toMatchObject({ waits: true })
    // The step to set up a channel is done once one receives alerts.
    const step = async (canMail = true) =>
      (await listNextSteps(team.admin, canMail))?.find((one) => one.step === 'channel')
    expect(await step()).toMatchObject({ isDone: false, waiting: { name: 'Ops', needsMail: false } })
    // Without a mail server, nobody can confirm it.
    expect(await step(false)).toMatchObject({ isDone: false, waiting: { name: 'Ops', needsMail: true } })
    await expect(testChannel(team.admin, { delivery }, id)).rejects.toMatchObject({ code: 'conflict' })

    const token = mail.tokenAt(CONFIRM)
    expect(await findChannelToConfirm(opened.db, token)).toEqual({
      teamName: team.admin.team.name,
      address: to,
    })
    await confirmChannel(opened.db, clock, { token })
    await expect(confirmChannel(opened.db, clock, { token })).rejects.toMatchObject({ code: 'not_found' })
    expect(await viewOf(id)).toMatchObject({ waits: false })
    expect(await step()).toMatchObject({ isDone: true, waiting: null })
    expect(await step(false)).toMatchObject({ isDone: false, waiting: { name: 'Ops', needsMail: true } })
    await testChannel(team.admin, { delivery }, id)
    const got = plain(mail.received.at(-1)?.text ?? '')
    // The encoding of a line with other characters than ASCII.
    expect(got).toMatch(/^Subject: =\?UTF-8\?Q\?Purser:_Test:_/m)
    expect(got).toContain(`Purser at ${mail.server.purserUrl} sent this on behalf of the team “`)
    const entries = await opened.db.auditEntry.findMany({ where: { action: 'channel.confirm' } })
    expect(entries).toMatchObject([{ subjectId: id, actorName: 'Purser' }])
  })

  test('is skipped when a message is due, while it is unconfirmed', async () => {
    const { id } = await add(address())
    const { id: teamId } = team.admin.team
    const alertId = newId()
    await opened.db.alert.create({
      data: {
        id: alertId,
        teamId,
        kind: 'low_balance',
        subjectId: 'x',
        subjectName: 'x',
        dedupeKey: alertId,
        title: 'Low',
        detail: '',
        data: '{}',
        path: 'wallets',
        firedAt: clock.now(),
      },
    })
    const row = { id: newId(), teamId, channelId: id, alertId, event: 'fired', state: 'waiting', tries: 0 }
    await opened.db.alertDelivery.create({ data: { ...row, nextTryAt: clock.now(), createdAt: clock.now() } })
    const before = sent()
    await deliverDueMessages(opened.db, clock, delivery, [team.admin.team])
    expect(sent()).toBe(before)
    const done = await opened.db.alertDelivery.findUniqueOrThrow({ where: { id: row.id } })
    expect(done).toMatchObject({ state: 'failed', lastProblem: 'The address is not confirmed.' })
  })

  test('of a member who has confirmed it is in use at once; that of another member is not', async () => {
    const [known, typed] = [await makeMember(team, 'viewer'), await makeMember(team, 'viewer')]
    const emailOf = async (id: string) => (await opened.db.user.findUniqueOrThrow({ where: { id } })).email
    const set = { where: { id: known.actor.userId }, data: { emailConfirmedAt: clock.now() } }
    await opened.db.user.update(set)
    const before = sent()
    expect(await add(await emailOf(known.actor.userId))).toMatchObject({ waits: false })
    expect(sent()).toBe(before)
    expect(await add(await emailOf(typed.actor.userId))).toMatchObject({ waits: true })
    const other = await makeOtherTeam(team)
    expect(await add(await emailOf(known.actor.userId), other)).toMatchObject({ waits: true })
  })

  test('is confirmed by the newest link only, and by none of a deleted channel', async () => {
    const { id } = await add(address())
    const first = mail.tokenAt(CONFIRM)
    await sendChannelConfirmation(team.admin, { delivery }, id)
    const second = mail.tokenAt(CONFIRM)
    await expect(confirmChannel(opened.db, clock, { token: first })).rejects.toMatchObject({
      code: 'not_found',
    })
    await deleteChannel(team.admin, id)
    expect(await findChannelToConfirm(opened.db, second)).toBeNull()
    await expect(confirmChannel(opened.db, clock, { token: second })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is not confirmed by changing its channel', async () => {
    const { id } = await add(address())
    await changeChannel(team.admin, { channelId: id, name: 'CEO', enabled: true, kinds: [] })
    expect(await viewOf(id)).toMatchObject({ waits: true, enabled: true })
  })

  test('gets three confirmations a day from all teams, without links in a team’s name', async () => {
    const to = address()
    const evil = await makeOtherTeam(team, 'Reset at http://evil.example/now')
    const before = sent()
    const results = [await add(to, evil), await add(to), await add(to, evil), await add(to)]
    expect(results.map(({ problem }) => problem === null)).toEqual([true, true, true, false])
    expect(sent() - before).toBe(3)
    const texts = mail.received.slice(before).map(({ text }) => plain(text))
    for (const text of texts) {
      expect(text).toMatch(/^Subject: Purser: confirm this address for alerts\r$/m)
      expect(text).not.toContain('evil.example')
    }
    const last = results.at(-1)?.id ?? ''
    const again = () => sendChannelConfirmation(team.admin, { delivery }, last)
    await expect(again()).rejects.toMatchObject({ code: 'rate_limited' })
    clock.advance(DAY)
    await again()
  })

  test('gets at most twenty confirmations and twenty test mails a day from one team', async () => {
    const busy = await makeOtherTeam(team)
    const before = sent()
    const made = []
    for (let each = 0; each < 21; each++) made.push(await add(address(), busy))
    expect(made.filter(({ problem }) => problem !== null)).toHaveLength(1)
    expect(sent() - before).toBe(20)
    const [id = ''] = made.map((each) => each.id)
    await opened.db.alertChannel.updateMany({ where: { id }, data: { confirmedAt: clock.now() } })
    const tests = await Promise.allSettled(
      Array.from({ length: 22 }, () => testChannel(busy.admin, { delivery }, id)),
    )
    expect(tests.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(sent() - before).toBe(40)
  })

  test('stays unconfirmed without a mail server, and the page says who can set one up', async () => {
    const without = { delivery: { ...delivery, mailServer: null } }
    const channel = { name: 'Ops', kind: 'email', address: address(), kinds: [] } as const
    const made = await createChannel(team.admin, without, { ...channel, kinds: [] })
    expect(made).toMatchObject({ waits: true, problem: expect.stringContaining('SMTP_URL') })
  })
})
