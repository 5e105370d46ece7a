import { randomUUID } from 'node:crypto'
import type { TeamCtx } from '@/lib/platform/db'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import type { Things } from './access-table'
import type { InProcessApp } from './app-in-process'

const TEAM = 'app/(dashboard)/[team]'

/** One of everything in a team that an id can name. */
export interface AllThings extends Things {
  readonly attemptId: string
  readonly alertId: string
  readonly channelId: string
  readonly deliveryId: string
  readonly itemId: string
  readonly tokenId: string
  readonly topUpCostId: string
  readonly usageViewId: string
}

export interface FilledTeam extends TestTeam {
  readonly member: TeamCtx
  readonly things: AllThings
  /** A word in every text of the team, which must never show anywhere else. */
  readonly mark: string
}

/**
 * Two teams of one installation, each with everything: a sandbox key, a run with its items, budgets, alerts. Nobody
 * belongs to both. More such teams can be created from `base`.
 */
export async function fillTwoTeams(
  app: InProcessApp,
): Promise<{ base: TestTeam; home: FilledTeam; other: FilledTeam }> {
  const { db, clock } = app.runtime
  const base = await makeTeam(db, clock, 'Base')
  const home = await fillTeam(app, await makeOtherTeam(base, 'Home'), 'hometeamsmark')
  return { base, home, other: await fillTeam(app, await makeOtherTeam(base, 'Other'), 'otherteamsmark') }
}

/** Gives a team one of everything. `mark` is part of every name. */
export async function fillTeam(app: InProcessApp, team: TestTeam, mark: string): Promise<FilledTeam> {
  const { admin, walletId } = team
  const { db, clock } = app.runtime
  const teamId = admin.team.id
  const environmentId = team.environments[0]?.id ?? ''
  const member = await makeMember(team, 'member', `Member ${mark}`)
  app.signIn(admin)
  const act = async (name: string, input: object) => {
    const { data, ...refused } = await app.act(`${TEAM}/${name}`, { ...input, team: admin.team.slug })
    if (Object.keys(refused).length > 0) throw new Error(`${name}: ${JSON.stringify(refused)}`)
    return data as { id: string }
  }
  await act('wallets/actions.ts#renameWalletAction', { walletId, name: `Wallet ${mark}` })
  await act('keys/actions.ts#addSandboxKeyAction', { walletId, environmentId, name: `Key ${mark}` })
  const key = await db.key.findFirstOrThrow({ where: { walletId } })
  const search = { name: `Search ${mark}`, operation: 'timeline', subject: 'ada' }
  const { id: searchId } = await act('searches/actions.ts#createSearchAction', search)
  const runId = randomUUID()
  await act('runs/actions.ts#startRunAction', { runId, searchId, keyId: key.id })
  await act('members/actions.ts#createInviteAction', { role: 'viewer', email: '' })
  const invite = await db.invite.findFirstOrThrow({ where: { teamId, acceptedAt: null } })
  const budget = { name: `Budget ${mark}`, scope: 'team', unit: 'items', period: 'day', amount: '100000' }
  const { id: budgetId } = await act('budgets/actions.ts#createBudgetAction', {
    ...budget,
    stops: true,
    tellsAt: [80],
  })
  await act('budgets/actions.ts#askForRaiseAction', { budgetId, amount: '5', reason: `For ${mark}` })
  const raise = await db.budgetRaise.findFirstOrThrow({ where: { budgetId } })
  await act('alerts/actions.ts#createChannelAction', {
    name: `Channel ${mark}`,
    kind: 'email',
    address: 'ops@example.org',
  })
  const channel = await db.alertChannel.findFirstOrThrow({ where: { teamId } })
  const { id: serviceId } = await act('services/actions.ts#createServiceAction', { name: `Service ${mark}` })
  const made = await act('services/actions.ts#createGatewayKeyAction', { serviceId, keyId: key.id })
  const { id: tokenId } = await act('settings/api/actions.ts#createTokenAction', {
    name: `Token ${mark}`,
    permissions: ['usage:read'],
  })
  await act('settings/money/actions.ts#setMoneyAction', { currency: 'EUR', showsMoney: true })
  const top = { walletId, day: '2026-01-31', credits: '1000', cost: '10' }
  await act('settings/money/actions.ts#addTopUpCostAction', top)
  const view = { name: `View ${mark}`, query: 'by=search&measure=new' }
  const { id: usageViewId } = await act('usage/actions.ts#saveViewAction', view)
  const cost = await db.topUpCost.findFirstOrThrow({ where: { teamId } })
  const attempt = await db.attempt.findFirstOrThrow({ where: { teamId } })
  const alertId = randomUUID()
  await db.alert.create({
    data: {
      ...{ id: alertId, teamId, kind: 'low_balance', subjectId: walletId, subjectName: `Wallet ${mark}` },
      ...{
        title: `Alert ${mark}`,
        detail: '',
        path: '',
        data: '{}',
        dedupeKey: alertId,
        firedAt: clock.now(),
      },
    },
  })
  const deliveryId = randomUUID()
  await db.alertDelivery.create({
    data: {
      ...{ id: deliveryId, teamId, channelId: channel.id, alertId, event: 'fired', state: 'sent', tries: 1 },
      ...{ createdAt: clock.now(), sentAt: clock.now() },
    },
  })
  const sighting = await db.sighting.findFirstOrThrow({ where: { teamId } })
  return {
    ...team,
    member,
    mark,
    things: {
      ...{ walletId, environmentId, keyId: key.id, searchId, runId, budgetId, alertId },
      ...{ serviceId, gatewayKeyId: made.id },
      memberId: member.actor.memberId,
      inviteId: invite.id,
      raiseId: raise.id,
      channelId: channel.id,
      deliveryId,
      attemptId: attempt.id,
      itemId: sighting.itemId,
      tokenId,
      topUpCostId: cost.id,
      usageViewId,
    },
  }
}
