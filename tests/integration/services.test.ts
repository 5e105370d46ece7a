import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Secret } from '@/lib/kernel'
import { addKey, deleteKey } from '@/lib/keys/keys'
import { toNewSecret } from '@/lib/keys/keys/new-secret'
import {
  createGatewayCallerLookup,
  createGatewayKey,
  createGatewayKeyInput,
  createService,
  deleteService,
  getService,
  getServiceUsage,
  listGatewayKeys,
  listLastUses,
  listServiceNames,
  listServices,
  listServiceUsage,
  recogniseKey,
  renameService,
  revokeGatewayKey,
} from '@/lib/keys/services'
import { listUsage } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import { isGatewayToken, newApiToken } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

const DAY = 86_400_000

describeOnDatabase('services and their gateway keys', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let other: TestTeam
  let upstream: TestUpstream
  let keyId: string
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock)
    team = await makeTeam(opened.db, clock)
    other = await makeOtherTeam(team)
    keyId = (await addKey(team.admin, upstream, keyInput(team))).id
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const keyInput = ({ walletId, environments }: TestTeam, key = upstream.issueKey().key) => ({
    ...{ key, name: '', walletId },
    environmentId: environments[0]?.id ?? '',
  })
  let made = 0
  const service = (name = `Service ${made++}`) => createService(team.admin, { name })
  const gatewayKey = (serviceId: string, more: object = {}) =>
    createGatewayKey(team.admin, createGatewayKeyInput.parse({ serviceId, keyId, ...more }))
  const callers = () => createGatewayCallerLookup(opened.db, clock)
  const entriesOf = (subjectId: string) =>
    opened.db.auditEntry.findMany({ where: { subjectId }, orderBy: { place: 'asc' } })

  test('a name is unique in a team, and free again after its service was deleted', async () => {
    const { id } = await service('Importer')
    await expect(service('Importer')).rejects.toMatchObject({
      code: 'conflict',
      fields: { name: 'There is already a service with this name.' },
    })
    await createService(other.admin, { name: 'Importer' })
    const second = await service('Exporter')
    const renaming = renameService(team.admin, { serviceId: second.id, name: 'Importer' })
    await expect(renaming).rejects.toMatchObject({ code: 'conflict' })
    await deleteService(team.admin, { serviceId: id })
    await renameService(team.admin, { serviceId: second.id, name: 'Importer' })
    expect((await getService(team.admin, second.id)).name).toBe('Importer')
    expect((await listServices(team.admin)).map((each) => each.id)).not.toContain(id)
    expect((await listServiceNames(team.admin, [id])).get(id)).toMatch(/^Importer \(deleted [\da-f]{8}\)$/)
  })

  test('the text of a gateway key is returned once and not stored in the database', async () => {
    const { id: serviceId } = await service()
    const { id, token, prefix } = await gatewayKey(serviceId, { requestsPerSecond: '5', expiresInDays: '30' })
    const text = token.reveal()
    expect(isGatewayToken(text)).toBe(true)
    expect(prefix).toBe(text.slice(0, 12))
    expect(await listGatewayKeys(team.admin, { serviceId })).toMatchObject([
      { id, keyId, prefix, requestsPerSecond: 5, lastUsedAt: null },
    ])
    const rows = [
      await opened.db.gatewayKey.findMany(),
      await opened.db.auditEntry.findMany(),
      await listGatewayKeys(team.admin),
    ]
    const stored = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(stored).toContain(prefix)
    expect(stored).not.toContain(text.slice(12))
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['gateway-key.create'])
  })

  test('a caller is found until its key is revoked or expires, or its service is deleted', async () => {
    const { id: serviceId } = await service()
    const keys = [await gatewayKey(serviceId), await gatewayKey(serviceId, { expiresInDays: '1' })]
    const third = await gatewayKey(serviceId)
    const find = async (one: { token: Secret }) => (await callers().find(one.token))?.service.id ?? null
    const each = async () => [await find(keys[0] ?? third), await find(keys[1] ?? third), await find(third)]
    expect(await each()).toEqual([serviceId, serviceId, serviceId])
    const gatewayKeyId = keys[0]?.id ?? ''
    await revokeGatewayKey(team.admin, { gatewayKeyId })
    await expect(revokeGatewayKey(team.admin, { gatewayKeyId })).rejects.toMatchObject({ code: 'not_found' })
    expect(await each()).toEqual([null, serviceId, serviceId])
    clock.advance(DAY)
    expect(await each()).toEqual([null, null, serviceId])
    await deleteService(team.admin, { serviceId })
    expect(await each()).toEqual([null, null, null])
    expect(await listGatewayKeys(team.admin, { serviceId })).toEqual([])
    const [, deleted] = await entriesOf(serviceId)
    expect(deleted).toMatchObject({ action: 'service.delete' })
    // One of the three keys was revoked before.
    expect(deleted?.detail).toContain('2')
    await expect(gatewayKey(serviceId)).rejects.toMatchObject({ code: 'not_found' })
    for (const work of [
      () => deleteService(team.admin, { serviceId }),
      () => renameService(team.admin, { serviceId, name: 'Again' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('what belongs to another team is not found', async () => {
    const { id: serviceId } = await service()
    const { id: gatewayKeyId } = await gatewayKey(serviceId)
    const foreign = [
      () => renameService(other.admin, { serviceId, name: 'Mine' }),
      () => deleteService(other.admin, { serviceId }),
      () => revokeGatewayKey(other.admin, { gatewayKeyId }),
      () => createGatewayKey(other.admin, createGatewayKeyInput.parse({ serviceId, keyId })),
      () => gatewayKey(serviceId, { environmentId: other.environments[0]?.id }),
      () => getService(other.admin, serviceId),
    ]
    for (const work of foreign) await expect(work()).rejects.toMatchObject({ code: 'not_found' })
    expect(await listGatewayKeys(other.admin, { serviceId })).toEqual([])
    expect((await listServiceNames(other.admin, [serviceId])).size).toBe(0)
  })

  test('only admins change services and their keys', async () => {
    const { id: serviceId } = await service()
    const { id: gatewayKeyId } = await gatewayKey(serviceId)
    const member = await makeMember(team, 'member')
    const works = [
      () => createService(member, { name: 'x' }),
      () => renameService(member, { serviceId, name: 'x' }),
      () => deleteService(member, { serviceId }),
      () => createGatewayKey(member, createGatewayKeyInput.parse({ serviceId, keyId })),
      () => revokeGatewayKey(member, { gatewayKeyId }),
      () => recogniseKey(member, upstream, { key: 'x' }),
    ]
    for (const work of works) await expect(work()).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listServices(member)).not.toEqual([])
  })

  test('a gateway key cannot be added as an upstream key', async () => {
    const { id: serviceId } = await service()
    const { token } = await gatewayKey(serviceId)
    const before = await opened.db.key.count()
    await expect(addKey(team.admin, upstream, keyInput(team, token.reveal()))).rejects.toMatchObject({
      code: 'invalid',
      fields: { key: expect.stringContaining('a key of Purser’s own gateway') },
    })
    expect(await opened.db.key.count()).toBe(before)
  })

  test('an API token cannot be added as a key of a service whose keys have any form', () => {
    const provider = readProvider({ key: { beginsWith: null, length: null } })
    const add = (text: string) => toNewSecret(upstream, provider, text, null)
    expect(() => add(newApiToken())).toThrow(
      expect.objectContaining({ fields: { key: expect.stringContaining('a token of Purser’s own API') } }),
    )
    expect(add('a key of no form at all'.replaceAll(' ', '-')).reference).toBeNull()
  })

  test('a pasted key is recognized, a gateway key with its service’s usage', async () => {
    const { id: serviceId } = await service('Leaky')
    const { id: gatewayKeyId, token, prefix } = await gatewayKey(serviceId)
    const key = token.reveal()
    const nothing = { calls: 0, items: 0, chargeNano: 0n, days: 30 }
    expect(await recogniseKey(team.admin, upstream, { key })).toEqual({
      ...{ kind: 'gateway', gatewayKeyId, prefix, serviceName: 'Leaky', lastUsedAt: null, used: nothing },
    })
    const caller = await callers().find(token)
    if (!caller) throw new Error('The caller was not found')
    await callers().touch(caller)
    expect(await recogniseKey(team.admin, upstream, { key })).toMatchObject({ lastUsedAt: clock.now() })
    expect((await listLastUses(team.admin)).get(serviceId)).toEqual(clock.now())
    const own = upstream.issueKey().key
    const added = await addKey(team.admin, upstream, keyInput(team, own))
    expect(await recogniseKey(team.admin, upstream, { key: own })).toMatchObject({
      ...{ kind: 'upstream', keyId: added.id, prefix: own.slice(0, 12) },
    })
    await deleteKey(team.admin, upstream, added.id)
    await revokeGatewayKey(team.admin, { gatewayKeyId })
    for (const unknown of [key, own, 'nonsense', `xd_live_${'a'.repeat(32)}`])
      await expect(recogniseKey(team.admin, upstream, { key: unknown })).rejects.toMatchObject({
        code: 'invalid',
        fields: { key: expect.not.stringContaining(unknown) },
      })
    const foreign = recogniseKey(other.admin, upstream, { key: (await gatewayKey(serviceId)).token.reveal() })
    await expect(foreign).rejects.toMatchObject({ code: 'invalid' })
  })

  test('usage is listed per service by range and environment, also of a deleted one', async () => {
    const book = bookOf(team.admin)
    const [{ id: one }, { id: two }] = [await service('One'), await service('Two')]
    const by = (principalId: string, environmentId: string) => ({
      ...{ principal: 'service' as const, principalId, environmentId, walletId: team.walletId },
      ...{ origin: 'gateway' as const, memberId: '', memberName: 'x', runId: '' },
    })
    await book.settle(await book.begin(by(one, 'e1')), 20)
    await book.settle(await book.begin(by(one, 'e2')), 30)
    await book.free(await book.begin(by(one, 'e2')))
    await book.lose(await book.begin(by(one, 'e2')))
    await book.settle(await book.begin(by(two, 'e2')), 7)
    await book.settle(await book.begin({ walletId: team.walletId }), 100)
    await deleteService(team.admin, { serviceId: two })
    const range = resolveRange({ preset: '7d' }, clock.now(), team.admin.team.timeZone)
    const of = await getServiceUsage(team.admin, one, range)
    expect(of).toMatchObject({ calls: 4, pages: 2, items: 50, chargeNano: 50n * PRICE, unknowns: 1 })
    expect(of).toMatchObject({ waitedMs: 10, latencyMs: 160 })
    const all = await listServiceUsage(team.admin, range)
    expect(all.get(one)).toEqual(of)
    expect(all.get(two)).toMatchObject({ calls: 1, items: 7 })
    const inOne = await listServiceUsage(team.admin, range, 'e1')
    expect([...inOne]).toMatchObject([[one, { calls: 1, items: 20 }]])
    expect((await listServiceUsage(other.admin, range)).size).toBe(0)
  })

  test('spend is grouped by service and by kind of caller, and filtered to one service', async () => {
    const fresh = await makeOtherTeam(team)
    const book = bookOf(fresh.admin)
    const where = { walletId: fresh.walletId, environmentId: 'e1' }
    const service = { ...where, principal: 'service' as const, memberId: '', origin: 'gateway' as const }
    await book.settle(await book.begin({ ...service, principalId: 'one' }), 20)
    await book.settle(await book.begin({ ...service, principalId: 'one', environmentId: 'e2' }), 30)
    await book.settle(await book.begin({ ...service, principalId: 'two' }), 7)
    await book.settle(await book.begin(where), 100)
    const range = resolveRange({ preset: '7d' }, clock.now(), 'UTC')
    const items = async (more: Partial<Parameters<typeof listUsage>[1]>) => {
      const { members } = await listUsage(fresh.admin, {
        range,
        ...{ step: 'day', comparison: null, dimension: 'principal', needsSearched: false },
        ...more,
      })
      return Object.fromEntries(members.map(({ member, sums }) => [member, sums.items]))
    }
    const kindOf = (principal: string) => principal.split(':')[0] ?? ''
    expect(await items({ memberOf: kindOf })).toEqual({ member: 100, service: 57 })
    const isService = (principal: string) => (kindOf(principal) === 'service' ? principal : null)
    expect(await items({ memberOf: isService })).toEqual({ 'service:one': 50, 'service:two': 7 })
    const one = { kind: 'service' as const, id: 'one' }
    expect(await items({ dimension: 'environmentId', principal: one })).toEqual({ e1: 20, e2: 30 })
  })

  test('a team has a limited number of services', async () => {
    const teamId = other.admin.team.id
    const createdAt = clock.now()
    const rows = Array.from({ length: 500 }, (_, place) => ({
      ...{ id: crypto.randomUUID(), teamId, name: `Many ${place}`, createdAt },
    }))
    await opened.db.service.createMany({ data: rows })
    await expect(createService(other.admin, { name: 'One more' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A team has at most 500 services. Delete one that is no longer used.',
    })
  })
})
