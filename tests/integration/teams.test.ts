import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { changeTeam } from '@/lib/money/budgets'
import { createWallet, getWallet, listWallets, renameWallet } from '@/lib/money/wallets'
import { listAuditEntries } from '@/lib/platform/audit'
import { checkSession } from '@/lib/teams/accounts'
import {
  acceptInvite,
  changeRole,
  createEnvironment,
  createInvite,
  findInvite,
  findMembership,
  listEnvironments,
  listInvites,
  listMembers,
  removeMember,
  renameEnvironment,
  revokeInvite,
} from '@/lib/teams/teams'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 86_400_000

describeOnEachEngine('a team', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock, 'Über Data & Co')
  const other = await makeOtherTeam(team, 'Über Data & Co')

  const invite = (role: 'admin' | 'member' = 'member') => createInvite(team.admin, { role, email: '' })

  test('has its own address, made from its name', () => {
    expect(team.admin.team.slug).toBe('uber-data-co')
    expect(other.admin.team.slug).toBe('uber-data-co-2')
  })

  test('begins with production, staging and development', () => {
    expect(team.environments.map(({ name }) => name)).toEqual(['production', 'staging', 'development'])
  })

  test('does not exist for a stranger, who cannot distinguish it from one that does not exist', async () => {
    const { userId } = (await makeMember(other, 'member')).actor
    expect(await findMembership(opened.db, team.admin.team.slug, userId)).toBeNull()
    expect(await findMembership(opened.db, 'no-such-team', userId)).toBeNull()
  })

  test('an invite works once, for seven days, and not after it was withdrawn', async () => {
    const { token } = await invite()
    expect(await findInvite(opened.db, clock, token.reveal())).toMatchObject({
      ...{ role: 'member', invitedBy: team.admin.actor.name },
    })
    const joining = await Promise.allSettled(
      [other.admin, await makeMember(other, 'member')].map(({ actor }) =>
        acceptInvite(opened.db, clock, token.reveal(), { id: actor.userId, name: actor.name, email: '' }),
      ),
    )
    expect(joining.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

    const old = await invite()
    clock.advance(7 * DAY)
    expect(await findInvite(opened.db, clock, old.token.reveal())).toBeNull()

    const withdrawn = await invite()
    const [newest] = await listInvites(team.admin)
    await revokeInvite(team.admin, { inviteId: newest?.id ?? '' })
    expect(await findInvite(opened.db, clock, withdrawn.token.reveal())).toBeNull()
  })

  test('an invite changes nothing for a member of the team', async () => {
    const { token } = await invite()
    const { userId, name } = team.admin.actor
    const again = acceptInvite(opened.db, clock, token.reveal(), { id: userId, name, email: '' })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    expect(await findInvite(opened.db, clock, token.reveal())).not.toBeNull()
    expect(await findMembership(opened.db, team.admin.team.slug, userId)).toMatchObject({ role: 'admin' })
  })

  test.each(['removed', 'no admin any more'] as const)(
    'a person who is %s cannot return by an invite of their own',
    async (fate) => {
      const second = await makeMember(team, 'admin')
      const { userId, name, memberId } = second.actor
      const { token } = await createInvite(second, { role: 'admin', email: '' })
      const kept = await invite()
      if (fate === 'removed') await removeMember(team.admin, { memberId })
      else await changeRole(team.admin, { memberId, role: 'viewer' })
      // Created at that very moment, so the removal could not see it.
      const late = await createInvite(second, { role: 'admin', email: '' })
      for (const link of [token, late.token]) {
        expect(await findInvite(opened.db, clock, link.reveal())).toBeNull()
        const back = acceptInvite(opened.db, clock, link.reveal(), { id: userId, name, email: '' })
        await expect(back).rejects.toMatchObject({ code: 'not_found' })
      }
      expect(await findInvite(opened.db, clock, kept.token.reveal())).not.toBeNull()
      const entries = await listAuditEntries(team.admin)
      const entry = entries.find(
        ({ action }) => action === (fate === 'removed' ? 'member.remove' : 'member.role'),
      )
      expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ withdrawnInvites: '1' })
    },
  )

  test('stores an invite token as a hash only', async () => {
    const { token } = await invite()
    const rows = JSON.stringify(await opened.db.invite.findMany())
    expect(rows).not.toContain(token.reveal())
    expect(JSON.stringify({ token })).not.toContain(token.reveal())
  })

  test('keeps an admin, even if two remove each other at the same time', async () => {
    const home = await makeOtherTeam(team)
    const second = await makeMember(home, 'admin', 'Second')
    const results = await Promise.allSettled([
      removeMember(home.admin, { memberId: second.actor.memberId }),
      removeMember(second, { memberId: home.admin.actor.memberId }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [last, ...rest] = await listMembers(home.admin)
    expect(rest).toEqual([])
    await expect(changeRole(home.admin, { memberId: last?.id ?? '', role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a new role or a removal ends the person’s sessions', async () => {
    const member = await makeMember(team, 'member')
    await changeRole(team.admin, { memberId: member.actor.memberId, role: 'viewer' })
    expect(await checkSession(opened.db, clock, member.actor.sid)).toBeNull()
    await removeMember(team.admin, { memberId: member.actor.memberId })
    expect(await findMembership(opened.db, team.admin.team.slug, member.actor.userId)).toBeNull()
  })

  test('a member may not do what only an admin may', async () => {
    const member = await makeMember(team, 'member')
    const tries = [
      createInvite(member, { role: 'admin', email: '' }),
      listInvites(member),
      revokeInvite(member, { inviteId: newId() }),
      changeRole(member, { memberId: member.actor.memberId, role: 'admin' }),
      removeMember(member, { memberId: team.admin.actor.memberId }),
      changeTeam(member, { name: 'Mine', timeZone: 'UTC' }),
      createEnvironment(member, { name: 'mine', color: 'red' }),
      renameEnvironment(member, { environmentId: team.environments[0]?.id ?? '', name: 'mine' }),
      createWallet(member, { name: 'mine' }),
      renameWallet(member, { walletId: team.walletId, name: 'mine' }),
      listAuditEntries(member),
    ]
    for (const tried of tries) await expect(tried).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('an admin of another team finds nothing of this one', async () => {
    const [environment] = team.environments
    await expect(getWallet(other.admin, team.walletId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(renameWallet(other.admin, { walletId: team.walletId, name: 'mine' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(removeMember(other.admin, { memberId: team.admin.actor.memberId })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listWallets(other.admin)).map(({ id }) => id)).not.toContain(team.walletId)
    expect((await listEnvironments(other.admin)).map(({ id }) => id)).not.toContain(environment?.id)
  })

  test('names of wallets and environments are unique within it', async () => {
    await expect(createWallet(team.admin, { name: 'Main' })).rejects.toMatchObject({ code: 'conflict' })
    const twin = createEnvironment(team.admin, { name: 'staging', color: 'red' })
    await expect(twin).rejects.toMatchObject({ code: 'conflict', fields: { name: expect.any(String) } })
  })

  test('a renamed environment keeps its position and colour, and its old name is logged', async () => {
    const [first, second] = team.environments
    if (!first || !second) throw new Error('a team has environments')
    await renameEnvironment(team.admin, { environmentId: first.id, name: 'live' })
    const [renamed] = await listEnvironments(team.admin)
    expect(renamed).toEqual({ ...first, name: 'live' })
    const entries = await listAuditEntries(team.admin)
    expect(entries.find(({ action }) => action === 'environment.rename')).toMatchObject({
      subjectName: 'live',
      detail: JSON.stringify({ name: { from: first.name, to: 'live' } }),
    })
    const twin = renameEnvironment(team.admin, { environmentId: first.id, name: second.name })
    await expect(twin).rejects.toMatchObject({ code: 'conflict', fields: { name: expect.any(String) } })
    const foreign = renameEnvironment(other.admin, { environmentId: first.id, name: 'theirs' })
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
    await renameEnvironment(team.admin, { environmentId: first.id, name: first.name })
  })

  test('a wallet that was never read has an unknown balance, not zero', async () => {
    const wallet = await getWallet(team.admin, team.walletId)
    expect(wallet).toMatchObject({ balance: null, expectedNano: null })
  })

  test('records who did what', async () => {
    const entries = await listAuditEntries(team.admin)
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['team.create', 'invite.create', 'member.remove']),
    )
  })
})
