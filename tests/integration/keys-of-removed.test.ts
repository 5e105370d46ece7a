import { afterAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { addKey, getKey, replaceKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { changeRole, removeMember } from '@/lib/teams/teams'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const SLOW_MS = 1200
const BEGUN_MS = 500

describeOnDatabase('an admin who loses the role while the API is asked about a key', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  afterAll(() => upstream.close())

  const add = (ctx: TeamCtx) => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    return addKey(ctx, upstream, { key: upstream.issueKey().key, name: '', ...where })
  }
  const loses = async (
    work: (admin: TeamCtx) => Promise<unknown>,
    lose: (memberId: string) => Promise<void>,
  ) => {
    const admin = await makeMember(team, 'admin')
    upstream.sandbox.chooseLatency({ ms: SLOW_MS, spreadMs: 0 })
    const refused = expect(work(admin)).rejects.toMatchObject({ code: 'forbidden' })
    await systemClock.sleep(BEGUN_MS)
    await lose(admin.actor.memberId)
    await refused
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
  }
  const lowered = (memberId: string) => changeRole(team.admin, { memberId, role: 'member' })
  const removed = (memberId: string) => removeMember(team.admin, { memberId })

  test('adds no key', async () => {
    for (const lose of [lowered, removed]) await loses(add, lose)
    expect(await opened.db.key.count()).toBe(0)
  })

  test('replaces no key', async () => {
    const { id: keyId } = await add(team.admin)
    const before = await getKey(team.admin, keyId)
    const replace = (ctx: TeamCtx) => replaceKey(ctx, upstream, { keyId, key: upstream.issueKey().key })
    for (const lose of [lowered, removed]) await loses(replace, lose)
    expect(await getKey(team.admin, keyId)).toEqual(before)
  })
})
