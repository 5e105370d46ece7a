import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createBackgroundRuns, getRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { createGateway } from '@/lib/gateway'
import { AppError, systemClock } from '@/lib/kernel'
import { isStorageFailure } from '@/lib/platform/db'
import { connectToWorker, serveWorker } from '@/lib/server/worker'
import { itemsOf } from '@/tests/factories/items'
import { makeLinkPair } from '@/tests/factories/link-pair'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, fillDisk } from '@/tests/support/databases'

describeOnDatabase('a worker in another process', async (open, engine) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  const delivery = { vault: upstream.vault, mailServer: null, allowPrivate: true, baseUrl: null }
  const gateway = createGateway({
    ...upstream,
    db: opened.db,
    clock: systemClock,
    onError: expect.unreachable,
  })
  const parts = {
    ...upstream,
    db: opened.db,
    clock: systemClock,
    background,
    delivery,
    sandbox: null,
    gateway,
  }
  const channel = makeLinkPair()
  const facts = {
    baseUrl: upstream.upstreams.baseUrl,
    name: upstream.upstreams.name,
    id: upstream.upstreams.id,
    deployment: upstream.upstreams.deployment,
    fromFile: upstream.upstreams.fromFile,
    ready: upstream.upstreams.ready,
    fixedBaseUrl: upstream.upstreams.fixedBaseUrl,
    sandbox: upstream.upstreams.sandbox,
    allowPrivate: upstream.upstreams.allowPrivate,
    suggestions: null,
    canMail: false,
    recovered: 3,
  }
  serveWorker(channel.worker, parts, facts)
  const connected = await connectToWorker(channel.web, systemClock)
  expect(connected.facts).toEqual(facts)
  const worker = connected.worker
  const key = upstream.issueKey({ pack: 'Scale' }).key
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const added = await worker.perform('addKey', team.admin, { key, name: '', ...where })
  expect(added).toMatchObject({ rate: { requests: 200, windowMs: 1000 }, prefix: key.slice(0, 12) })
  const keyId = added.id
  afterAll(async () => {
    await parts.background.stop()
    await upstream.close()
  })
  const makeSearch = async () =>
    (await createSearch(team.admin, { name: 'A list', operation: 'followers', subject: 'ada' })).id

  test('buys a page and the next, with every item and amount unchanged', async () => {
    const runId = randomUUID()
    const input = { runId, searchId: await makeSearch(), keyId, capItems: 1000 }
    const first = await worker.perform('startRun', team.admin, input)
    expect(first.page?.items.length).toBeGreaterThan(0)
    expect(typeof first.totals.chargeNano).toBe('bigint')
    const second = await worker.perform('fetchNextPage', team.admin, {
      continuation: first.continuation ?? '',
    })
    const shown = [...(first.page?.items ?? []), ...(second.page?.items ?? [])]
    expect(shown.map(({ id }) => id)).toEqual((await itemsOf(team.admin, runId)).map(({ id }) => id))
    expect(await getRun(team.admin, runId)).toMatchObject({ pages: 2, items: shown.length })
  })

  test('carries out a run in the background and cancels it', async () => {
    const runId = randomUUID()
    const input = { runId, searchId: await makeSearch(), keyId, capItems: 60 }
    expect(await worker.perform('startBackgroundRun', team.admin, input)).toEqual({ runId })
    await parts.background.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'cap_reached', items: 60 })
    await expect(worker.perform('cancelRun', team.admin, runId)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('refuses whoever the verb refuses, and names the field to change', async () => {
    const viewer = await makeMember(team, 'viewer')
    const input = { runId: randomUUID(), searchId: await makeSearch(), keyId, capItems: 60 }
    const refused = worker.perform('startRun', viewer, input)
    await expect(refused).rejects.toBeInstanceOf(AppError)
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    await expect(
      worker.perform('addKey', team.admin, { key: 'nonsense', name: '', ...where }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { key: expect.stringContaining('xd_live_') } })
    await expect(worker.perform('addSandboxKey', team.admin, { name: '', ...where })).rejects.toMatchObject({
      code: 'invalid',
      message: 'This team calls Social data API, and not the sandbox. Paste a key of it.',
    })
  })

  test('an unexpected error arrives as one that is not for people', async () => {
    const failure = worker.perform('checkKey', { ...team.admin, actor: null as never }, keyId)
    await expect(failure).rejects.toThrow('null')
    await expect(failure).rejects.not.toBeInstanceOf(AppError)
  })

  test('a failure of its storage is distinguished from a fault: here the disk is full', async () => {
    const full = await open()
    onTestFinished(() => full.close())
    const there = await makeTeam(full.db, systemClock)
    const own = makeLinkPair()
    serveWorker(own.worker, { ...parts, db: full.db }, facts)
    const { worker: withoutDisk } = await connectToWorker(own.web, systemClock)
    await fillDisk(full.db)
    const refused = withoutDisk.perform('createChannel', there.admin, {
      ...{ name: 'A', kind: 'email', address: 'ada@example.org', kinds: [], events: [] },
    })
    await expect(refused).rejects.toSatisfy(isStorageFailure)
    await expect(refused).rejects.toThrow(engine === 'sqlite' ? 'SQLITE_FULL' : '53100')
  })

  test('reports the figures and activity of keys', async () => {
    const unused = randomUUID()
    const figures = await worker.perform('figuresOf', team.admin, [keyId, unused])
    expect(figures.get(keyId)).toMatchObject({ packRate: 200 })
    expect(figures.get(unused)).toBeNull()
    const look = await worker.perform('readActivity', team.admin, keyId)
    expect(look).toMatchObject({ figures: { packRate: 200 }, notes: [] })
    expect(look.perSecond).toHaveLength(60)
    expect(await worker.perform('readActivity', team.admin, unused)).toMatchObject({
      epoch: '',
      figures: null,
    })
  })

  test('the key goes to the worker once, when it is added, and never back', () => {
    const holding = channel.wire.filter((bytes) => bytes.includes(key))
    expect(holding).toHaveLength(1)
    expect(holding[0]?.includes('addKey')).toBe(true)
  })

  test('a lost worker is reported for every call in progress', async () => {
    const other = makeLinkPair()
    const connecting = connectToWorker(other.web, systemClock)
    other.worker.onMessage(({ kind }) => kind === 'hello' && other.worker.send({ kind: 'facts', facts }))
    const { worker: lost } = await connecting
    const waiting = lost.perform('checkKey', team.admin, keyId)
    other.close()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  })
})
