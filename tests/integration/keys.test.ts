import { afterAll, expect, test } from 'vitest'
import {
  addKey,
  changeKeys,
  checkKey,
  deleteKey,
  disableKey,
  enableKey,
  getUsableKey,
  listKeys,
  openKey,
  reportLeak,
} from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import { defaultProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('keys', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  afterAll(() => upstream.close())

  const inputFor = (key: string) => ({
    key,
    name: '',
    walletId: team.walletId,
    environmentId: team.environments[0]?.id ?? '',
  })
  const add = (key = upstream.issueKey().key) => addKey(team.admin, upstream, inputFor(key))
  const rows = () => opened.db.key.findMany()
  const find = async (id: string) => (await listKeys(team.admin)).find((key) => key.id === id)

  test('an added key’s prefix, pack, rate and wallet balance are known at once', async () => {
    const { key } = upstream.issueKey({ pack: 'Builder', balanceNano: 12_345_678_000n })
    const added = await add(key)
    expect(await find(added.id)).toMatchObject({
      name: 'production',
      prefix: key.slice(0, 12),
      pack: 'Builder',
      requestsPerSecond: 25,
      status: 'active',
      lastUsedAt: null,
    })
    const wallet = await getWallet(team.admin, team.walletId)
    expect(wallet).toMatchObject({ expectedNano: 12_345_678_000n, balance: { balanceNano: 12_345_678_000n } })
  })

  test('a change of many keys is taken back, except for one that somebody has changed since', async () => {
    const [kept, leaked] = [(await add()).id, (await add()).id]
    const ids = [kept, leaked]
    const { given } = await changeKeys(team.admin, upstream, { ids, change: 'disable' })
    clock.advance(1000)
    await reportLeak(team.admin, upstream, leaked)
    const back = await changeKeys(team.admin, upstream, { ids, change: 'enable', given })
    expect(back).toMatchObject({
      ...{ changed: [kept], refused: [{ id: leaked, message: 'Someone has changed this key since.' }] },
    })
    expect(await find(leaked)).toMatchObject({ status: 'disabled' })
    expect((await changeKeys(team.admin, upstream, { ids, change: 'enable' })).changed).toEqual([leaked])
  })

  test('stores a key neither in plain text nor in any view', async () => {
    const { key } = upstream.issueKey()
    const { id } = await add(key)
    const secretPart = key.slice(12)
    const stored = JSON.stringify(await rows())
    const shown = JSON.stringify(await listKeys(team.admin))
    for (const text of [stored, shown]) {
      for (const form of [
        secretPart,
        Buffer.from(key).toString('hex'),
        Buffer.from(key).toString('base64'),
      ]) {
        expect(text).not.toContain(form)
      }
    }
    expect(openKey(upstream, await getUsableKey(team.admin, id)).reveal()).toBe(key)
  })

  test.each([
    ['without the prefix', 'abc'],
    ['too short', 'xd_live_short'],
    ['too long', `xd_live_${'a'.repeat(33)}`],
  ])('refuses a key of a wrong format: %s', async (_, key) => {
    const before = await rows()
    await expect(add(key)).rejects.toMatchObject({
      code: 'invalid',
      fields: { key: expect.stringContaining('xd_live_') },
    })
    expect(await rows()).toEqual(before)
  })

  test('refuses a key that exists already, also when two add it at once', async () => {
    const { key } = upstream.issueKey()
    const both = await Promise.allSettled([add(key), add(key)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(add(key)).rejects.toMatchObject({
      code: 'conflict',
      fields: { key: expect.stringContaining('already') },
    })
  })

  test('refuses a key that the API refuses, and stores nothing', async () => {
    const before = await rows()
    await expect(add(`xd_live_${'z'.repeat(32)}`)).rejects.toMatchObject({
      code: 'upstream',
      // A person who adds a key has nothing to replace yet.
      fields: { key: expect.stringContaining('Check that all of it was copied') },
    })
    expect(await rows()).toEqual(before)
  })

  test('refuses a key while the API is out of reach, and stores nothing', async () => {
    const before = await rows()
    const nowhere = createUpstreams({ baseUrl: 'http://127.0.0.1:9', provider: defaultProvider, clock })
    const adding = addKey(team.admin, { ...upstream, upstreams: nowhere }, inputFor(upstream.issueKey().key))
    await expect(adding).rejects.toMatchObject({ code: 'upstream' })
    await nowhere.close()
    expect(await rows()).toEqual(before)
  })

  test('an error that refuses a key does not contain it', async () => {
    const key = `xd_live_${'s3cr3t'.repeat(5)}xy`
    const error: unknown = await add(key).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    const { inspect } = await import('node:util')
    expect(inspect(error, { depth: 10 }) + JSON.stringify(error)).not.toContain('s3cr3t')
  })

  test('a disabled key cannot be used until it is enabled', async () => {
    const { id } = await add()
    await disableKey(team.admin, upstream, id)
    await expect(getUsableKey(team.admin, id)).rejects.toMatchObject({ code: 'conflict' })
    await enableKey(team.admin, id)
    await expect(getUsableKey(team.admin, id)).resolves.toMatchObject({ id })
  })

  test('a deleted key’s secret is erased; added again, it is the same key with its history', async () => {
    const { key } = upstream.issueKey()
    const { id } = await add(key)
    await deleteKey(team.admin, upstream, id)
    expect(await find(id)).toBeUndefined()
    expect(await opened.db.key.findUniqueOrThrow({ where: { id } })).toMatchObject({ sealed: null })
    expect((await add(key)).id).toBe(id)
  })

  test('a check updates the rate and the balance', async () => {
    const { key, walletId } = upstream.issueKey({ pack: 'Starter', balanceNano: 5_000_000_000n })
    const { id } = await add(key)
    upstream.sandbox.operator.buyPack(walletId, 'Scale')
    upstream.sandbox.operator.topUp(walletId, 2_500_000_000n)
    clock.advance(1000)
    await checkKey(team.admin, upstream, id)
    expect(await find(id)).toMatchObject({ pack: 'Scale', requestsPerSecond: 200 })
    expect((await getWallet(team.admin, team.walletId)).balance?.balanceNano).toBe(7_500_000_000n)
  })

  test('a check of a revoked key marks it as refused, and leaves the balance unchanged', async () => {
    const { key } = upstream.issueKey()
    const { id } = await add(key)
    const before = await getWallet(team.admin, team.walletId)
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    await expect(checkKey(team.admin, upstream, id)).rejects.toMatchObject({ code: 'upstream' })
    expect(await find(id)).toMatchObject({ status: 'refused' })
    expect(await getWallet(team.admin, team.walletId)).toEqual(before)
    await expect(getUsableKey(team.admin, id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('reporting a leak disables the key and names only its prefix', async () => {
    const { key } = upstream.issueKey()
    const { id } = await add(key)
    const report = await reportLeak(team.admin, upstream, id)
    expect(report.body).toContain(key.slice(0, 12))
    expect(JSON.stringify(report)).not.toContain(key.slice(12))
    expect(await find(id)).toMatchObject({ status: 'disabled' })
  })

  test('a member, or an admin of another team, may do none of it', async () => {
    const { id } = await add()
    const member = await makeMember(team, 'member')
    const stranger = (await makeOtherTeam(team)).admin
    for (const [ctx, code] of [
      [member, 'forbidden'],
      [stranger, 'not_found'],
    ] as const) {
      const tries = [
        () => addKey(ctx, upstream, inputFor(upstream.issueKey().key)),
        () => checkKey(ctx, upstream, id),
        () => disableKey(ctx, upstream, id),
        () => enableKey(ctx, id),
        () => deleteKey(ctx, upstream, id),
        () => reportLeak(ctx, upstream, id),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code })
    }
    await expect(getUsableKey(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
