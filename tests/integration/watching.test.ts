import { afterAll, expect, test } from 'vitest'
import { addKey, deleteKey, getKey, listKeys } from '@/lib/keys/keys'
import { checkSession, isSessionLive, signOut } from '@/lib/teams/accounts'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('who may watch a key', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const added = await addKey(team.admin, upstream, {
    key: upstream.issueKey().key,
    name: '',
    walletId: team.walletId,
    environmentId: team.environments[0]?.id ?? '',
  })
  const keyId = added.id
  afterAll(() => upstream.close())

  test('a viewer of its team; nobody of another team, and nobody once it was deleted', async () => {
    const viewer = await makeMember(team, 'viewer')
    expect(await getKey(viewer, keyId)).toEqual((await listKeys(viewer))[0])
    const other = await makeOtherTeam(team)
    await expect(getKey(other.admin, keyId)).rejects.toMatchObject({ code: 'not_found' })
    const added = await addKey(team.admin, upstream, {
      key: upstream.issueKey().key,
      name: 'short-lived',
      walletId: team.walletId,
      environmentId: team.environments[0]?.id ?? '',
    })
    await deleteKey(team.admin, upstream, added.id)
    await expect(getKey(viewer, added.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a live session, which watching does not keep from becoming idle', async () => {
    const { sid } = (await makeMember(team, 'viewer')).actor
    const isLive = () => isSessionLive(opened.db, clock, sid)
    expect(await isLive()).toBe(true)
    for (let hour = 0; hour < 23; hour++) {
      clock.advance(3_600_000)
      expect(await isLive()).toBe(true)
    }
    clock.advance(2 * 3_600_000)
    expect(await isLive()).toBe(false)
    expect(await checkSession(opened.db, clock, sid)).toBeNull()
  })

  test('nobody who has signed out', async () => {
    const { sid } = (await makeMember(team, 'viewer')).actor
    await signOut(opened.db, clock, sid)
    expect(await isSessionLive(opened.db, clock, sid)).toBe(false)
    expect(await isSessionLive(opened.db, clock, 'no such session')).toBe(false)
  })
})
