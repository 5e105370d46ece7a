import type { Things } from '../support/access-table'
import { addPerson, makeBudget, makeService } from '../support/story'
import { expect } from './fixtures'
import { addFirstKey, makeFreshTeam, type Team } from './team'
import type { UpstreamWorld } from './world'

/** Makes a fresh team with one of each kind of object, so that each of its pages has something to show. */
export async function makeTeamWithAll(
  world: UpstreamWorld,
): Promise<{ readonly team: Team; readonly things: Things }> {
  const team = await makeFreshTeam(world)
  const { admin, environmentId } = team
  await world.db.user.update({ where: { email: admin.email }, data: { isInstallationAdmin: true } })
  const ofTeam = { where: { teamId: team.id } }
  const { walletId, id: keyId } = await addFirstKey(world, team)
  const parameters = { percent: '10', credits: '1000000' }
  await admin.mustPerform('alerts/changeSettingAction', { kind: 'low_balance', enabled: true, parameters })
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
  await addPerson(admin, 'member')
  await admin.mustPerform('members/createInviteAction', { role: 'viewer', email: 'eve@example.org' })
  const [{ id: memberId }, { id: inviteId }] = await Promise.all([
    world.db.member.findFirstOrThrow(ofTeam),
    world.db.invite.findFirstOrThrow(ofTeam),
  ])
  const budget = await makeBudget(admin, world.db)
  const { serviceId, gatewayKeyId, gatewayKey } = await makeService(admin, keyId)
  const headers = { 'x-api-key': gatewayKey }
  await fetch(`${admin.baseUrl}/gateway/v1/users/ada/tweets?count=20`, { headers })
  const channel = { name: 'Ops', kind: 'email', address: 'ops@example.org' }
  await admin.mustPerform('alerts/createChannelAction', channel)
  await expect.poll(() => world.db.alert.count(ofTeam), { timeout: 40_000 }).toBeGreaterThan(0)
  const ids = { walletId, environmentId, keyId, searchId, runId, memberId, inviteId }
  return { team, things: { ...ids, ...budget, serviceId, gatewayKeyId } }
}
