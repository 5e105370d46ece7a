import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createRunServices } from '@/lib/collect/runs'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, fetchKeyInfo, getUsableKey, loadKeyForUse } from '@/lib/keys/keys'
import { createWallet } from '@/lib/money/wallets'
import { createVault } from '@/lib/platform/vault'
import { createRateWatch } from '@/lib/server/jobs'
import { createPacers } from '@/lib/upstream/pacing'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const DAY_MS = 86_400_000
const CALLERS = 2

describeOnDatabase('a pack that changes while its key is in use', async (open) => {
  let suspected: string[]
  let monotonicBy = 0
  const opened = await open()
  const theirClock = makeTestClock()
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + monotonicBy }
  const upstream = await startTestUpstream(systemClock, undefined, theirClock)
  const pacers = createPacers(systemClock, null, {
    onSuspectRate(keyId) {
      suspected.push(keyId)
      void rates.suspect(keyId)
    },
  })
  const { upstreams } = upstream
  const services = createRunServices(
    { upstreams, pacers, vault: createVault(randomBytes(32)) },
    newId(),
    systemClock,
  )
  const rates = createRateWatch({ db: opened.db, clock, access: services })
  const team = await makeTeam(opened.db, systemClock)
  const ctx = team.admin
  const environmentId = team.environments[0]?.id ?? ''
  afterAll(async () => {
    services.pacers.closeAll()
    await upstream.close()
  })
  beforeEach(() => {
    suspected = []
  })

  /** Adds a wallet with keys of one pack. */
  const addKeys = async (pack: 'Growth' | 'Builder', count: number) => {
    const walletId = (await createWallet(ctx, { name: randomUUID() })).id
    const issued = upstream.issueKey({ pack })
    const ids: string[] = []
    for (let each = 0; each < count; each++) {
      const { key } = each === 0 ? issued : upstream.issueKey({ walletId: issued.walletId })
      ids.push((await addKey(ctx, services, { key, name: '', walletId, environmentId })).id)
    }
    return { ids, walletId, upstreamWallet: issued.walletId }
  }
  const rateOf = async (keyId: string) => (await getUsableKey(ctx, keyId)).requestsPerSecond
  const readings = (walletId: string) => opened.db.balanceReading.count({ where: { walletId } })
  /** Makes a call that costs nothing. Returns whether it was refused with a 429. */
  const call = async (keyId: string): Promise<boolean> => {
    const called = await upstream.upstreams.for(ctx)
    const { pacer, secret } = await loadKeyForUse(ctx, services, await getUsableKey(ctx, keyId), called)
    const { answer } = await fetchKeyInfo(called, pacer, secret, systemClock)
    return !answer.ok && answer.problem.kind === 'rate_limited'
  }

  test('after a smaller pack, a few calls are refused, then the new rate is known and stored', async () => {
    const { ids, upstreamWallet } = await addKeys('Growth', 1)
    const [keyId = ''] = ids
    theirClock.advance(200 * DAY_MS)
    upstream.sandbox.operator.buyPack(upstreamWallet, 'Builder')
    let [calls, refused] = [0, 0]
    let isOver = false
    const callForEver = async () => {
      while (!isOver) {
        if (await call(keyId)) refused++
        calls++
      }
    }
    const callers = Array.from({ length: CALLERS }, callForEver)
    await waitUntil(() => (services.pacers.find(keyId)?.figures().sentLastSecond ?? 0) > 30)
    theirClock.advance(200 * DAY_MS)
    await waitUntil(async () => (await rateOf(keyId)) === 25)
    const until = calls + 2 * 25
    await waitUntil(() => calls >= until)
    isOver = true
    await Promise.all(callers)
    expect(suspected).toEqual([keyId])
    expect(refused).toBeLessThanOrEqual(5)
    expect(services.pacers.find(keyId)?.figures()).toMatchObject({ packRate: 25 })
  })

  test('after a larger pack, each key in use reads it once within a minute of use', async () => {
    const { ids, walletId, upstreamWallet } = await addKeys('Builder', 2)
    for (const id of ids) await call(id)
    const before = await readings(walletId)
    await rates.visit()
    expect(await readings(walletId)).toBe(before)
    upstream.sandbox.operator.buyPack(upstreamWallet, 'Growth')
    for (const id of ids) await call(id)
    await rates.visit()
    expect(await Promise.all(ids.map(rateOf))).toEqual([25, 25])
    monotonicBy += 50_000
    await rates.visit()
    expect(await Promise.all(ids.map(rateOf))).toEqual([100, 100])
    expect(ids.map((id) => services.pacers.find(id)?.figures().packRate)).toEqual([100, 100])
    expect(await readings(walletId)).toBe(before + 2)
  })

  test('is not read while its key is disabled', async () => {
    const { ids, walletId, upstreamWallet } = await addKeys('Builder', 1)
    const [keyId = ''] = ids
    upstream.sandbox.operator.buyPack(upstreamWallet, 'Growth')
    const before = await readings(walletId)
    await opened.db.key.update({ where: { id: keyId }, data: { status: 'disabled' } })
    await rates.suspect(keyId)
    await rates.suspect('gateway:of-nobody')
    expect((await opened.db.key.findUniqueOrThrow({ where: { id: keyId } })).requestsPerSecond).toBe(25)
    expect(await readings(walletId)).toBe(before)
  })
})
