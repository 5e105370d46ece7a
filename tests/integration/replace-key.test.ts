import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackgroundRuns, createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import {
  addKey,
  checkKey,
  deleteKey,
  findReferenceProblem,
  getKey,
  getUsableKey,
  openKey,
  replaceKey,
} from '@/lib/keys/keys'
import { openCopySource } from '@/lib/platform/db'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const RUNS = 45
const PAGE = 200

describeOnDatabase('a key’s text', (open, engine) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  let background: BackgroundRuns
  let folder: string
  const variables: Record<string, string> = {}
  beforeAll(async () => {
    opened = await open()
    folder = await mkdtemp(join(tmpdir(), 'purser-replace-'))
    team = await makeTeam(opened.db, systemClock, 'Acme')
    const started = await startTestUpstream(systemClock)
    upstream = { ...started, referenceSources: { variables, folder } }
    mkdirSync(join(folder, team.admin.team.slug))
    background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: true,
      onError: (error) => expect.unreachable(String(error)),
    })
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })
  const add = async (key: string) => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    return (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  }
  const replace = (keyId: string, key: string, ctx = team.admin) => replaceKey(ctx, upstream, { keyId, key })
  const begin = async (keyId: string, capItems: number) => {
    const search = { name: 'A list', operation: 'followers', subject: 'esme' } as const
    const searchId = (await createSearch(team.admin, search)).id
    const asked = { runId: randomUUID(), searchId, keyId, capItems }
    return (await startBackgroundRun(team.admin, { ...upstream, background }, asked)).runId
  }
  const itemsOf = (key: string) =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .find(({ prefix }) => prefix === key.slice(0, 12))?.items ?? 0
  const settled = (runId: string) =>
    opened.db.ledgerEntry.count({ where: { outcome: 'SETTLED', attempt: { runId } } })
  const everything = async () => {
    const source = await openCopySource(opened.location)
    const rows: string[] = []
    for (const table of source.tables)
      for await (const batch of source.rows(table)) rows.push(...batch.map((row) => JSON.stringify(row)))
    await source.close()
    return rows.join('\n')
  }

  test('is replaced during runs: waiting calls use the new one, calls in flight end with the old one', async () => {
    const { key: first, walletId } = upstream.issueKey({ pack: 'Starter' })
    const { key: second } = upstream.issueKey({ walletId })
    const keyId = await add(first)
    const sealed = (await getUsableKey(team.admin, keyId)).sealed ?? ''
    const runs = await Promise.all(Array.from({ length: RUNS }, () => begin(keyId, PAGE)))
    const allSettled = () =>
      opened.db.ledgerEntry.count({ where: { outcome: 'SETTLED', attempt: { keyId } } })
    await waitUntil(async () => (await allSettled()) > 3)
    const replaced = await replace(keyId, second)
    expect(replaced).toMatchObject({
      ...{ id: keyId, prefix: second.slice(0, 12) },
      rate: { requests: 10, windowMs: 1000 },
    })
    const inFlight = await opened.db.attempt.count({ where: { keyId, state: 'OPEN' } })
    const before = itemsOf(first)
    for (const runId of runs) {
      await background.ended(runId)
      expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'cap_reached', items: PAGE })
    }
    expect(itemsOf(second)).toBeGreaterThan(0)
    // At most what was in flight at that moment.
    expect(itemsOf(first) - before).toBeLessThanOrEqual(inFlight * PAGE)
    expect(itemsOf(first) + itemsOf(second)).toBe(RUNS * PAGE)
    expect(await brokenInvariants(opened.db)).toEqual([])
    expect((await getKey(team.admin, keyId)).status).toBe('active')

    const row = await getUsableKey(team.admin, keyId)
    expect(openKey(upstream, row).reveal()).toBe(second)
    const stored = await everything()
    for (const gone of [sealed, sealed.split('.').at(-1) ?? '', first.slice(12), second.slice(12)])
      expect(stored).not.toContain(gone)
    if (opened.location.engine === 'sqlite')
      for (const end of ['', '-wal']) {
        const file = await readFile(`${opened.location.file}${end}`)
        expect([first, second].filter((text) => file.includes(Buffer.from(text.slice(12))))).toEqual([])
      }
    const audit = await opened.db.auditEntry.findMany({ where: { action: 'key.replace', subjectId: keyId } })
    expect(audit.map(({ detail }) => JSON.parse(detail))).toEqual([
      { from: first.slice(0, 12), to: second.slice(0, 12) },
    ])
  })

  test('leaves no waiting call open if the new text cannot be read', async () => {
    const { key: first, walletId } = upstream.issueKey({ pack: 'Starter' })
    const { key: second } = upstream.issueKey({ walletId })
    const keyId = await add(first)
    const open = () => opened.db.attempt.findMany({ where: { keyId, state: 'OPEN' } })
    let isAway = false
    const vault: TestUpstream['vault'] = {
      ...upstream.vault,
      open(...given) {
        if (isAway) throw new Error('The database went away')
        return upstream.vault.open(...given)
      },
    }
    const failing = createBackgroundRuns({
      services: { ...upstream, vault },
      clock: systemClock,
      isShared: true,
      onError: () => undefined,
    })
    const search = { name: 'A list that waits', operation: 'followers', subject: 'esme' } as const
    const searchId = (await createSearch(team.admin, search)).id
    const services = { ...upstream, vault, background: failing }
    const begun = Array.from({ length: RUNS }, () =>
      startBackgroundRun(team.admin, services, { runId: randomUUID(), searchId, keyId, capItems: PAGE }),
    )
    await Promise.all(begun)
    await waitUntil(async () => (await open()).length > 20)
    isAway = true
    const waited = new Set((await open()).map(({ id }) => id))
    await replace(keyId, second)
    await waitUntil(async () => expect((await open()).filter(({ id }) => waited.has(id))).toEqual([]))
    isAway = false
    await failing.stop()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('ends a run in the middle of a list with a sentence and no charge if cursors belong to one key', async () => {
    const { key: first, walletId } = upstream.issueKey({ pack: 'Starter' })
    const { key: second } = upstream.issueKey({ walletId })
    const keyId = await add(first)
    // More pages than can be bought before the key is replaced.
    const runId = await begin(keyId, 3000)
    await waitUntil(async () => (await settled(runId)) > 1)
    await replace(keyId, second)
    upstream.sandbox.operator.revokeByPrefix(first.slice(0, 12))
    await background.ended(runId)
    const run = await getRun(team.admin, runId)
    expect(run).toMatchObject({
      endReason: 'problem',
      endNote: expect.stringContaining('start the run again'),
    })
    expect(run.items).toBe(itemsOf(first) + itemsOf(second))
    expect((await getKey(team.admin, keyId)).status).toBe('active')
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('is not replaced by what is no key, is refused or is in the team already, nor by a member', async () => {
    const { key, walletId } = upstream.issueKey()
    const keyId = await add(key)
    const other = upstream.issueKey({ walletId }).key
    await add(other)
    const gone = upstream.issueKey({ walletId }).key
    await deleteKey(team.admin, upstream, await add(gone))
    const before = await opened.db.key.findUniqueOrThrow({ where: { id: keyId } })
    for (const [text, why] of [
      ['abc', /xd_live_/],
      [`xd_live_${'z'.repeat(32)}`, /./],
      [key, /already/],
      [other, /in the team already/],
      [gone, /Add it again/],
      ['env:PURSER_MASTER_KEY', /must be named/],
      ['file:../x', /Name a file/],
    ] as const)
      await expect(replace(keyId, text), text).rejects.toMatchObject({
        fields: { key: expect.stringMatching(why) },
      })
    const member = await makeMember(team, 'member')
    await expect(replace(keyId, upstream.issueKey().key, member)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await opened.db.key.findUniqueOrThrow({ where: { id: keyId } })).toEqual(before)
  })

  test('makes a refused key active when replaced; of two simultaneous replacements one is kept', async () => {
    const { key, walletId } = upstream.issueKey()
    const keyId = await add(key)
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    await expect(checkKey(team.admin, upstream, keyId)).rejects.toMatchObject({ code: 'upstream' })
    expect((await getKey(team.admin, keyId)).status).toBe('refused')
    const texts = [upstream.issueKey({ walletId }).key, upstream.issueKey({ walletId }).key]
    const done = await Promise.allSettled(texts.map((text) => replace(keyId, text)))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const kept = texts[done.findIndex(({ status }) => status === 'fulfilled')]
    expect(openKey(upstream, await getUsableKey(team.admin, keyId)).reveal()).toBe(kept)
    await checkKey(team.admin, upstream, keyId)
  })

  test.each(['env', 'file'] as const)(
    'may be outside of the database (%s): only the reference is stored, and another text there counts as a replacement',
    async (kind) => {
      const { key: first, walletId } = upstream.issueKey({ pack: 'Builder' })
      const { key: second } = upstream.issueKey({ walletId })
      const { slug } = team.admin.team
      const name = `PURSER_KEY_${slug.toUpperCase().replaceAll('-', '_')}__MAIN`
      const file = join(folder, slug, 'main.key')
      const put = (text: string) => {
        if (kind === 'env') variables[name] = text
        else writeFileSync(file, text)
      }
      put(`${first}\n`)
      const reference = kind === 'env' ? `env:${name}` : 'file:main.key'
      const keyId = await add(reference)
      expect(await getKey(team.admin, keyId)).toMatchObject({ prefix: first.slice(0, 12), reference })
      expect((await getUsableKey(team.admin, keyId)).sealed).toBeNull()
      expect(await everything()).not.toContain(first.slice(12))
      const buy = async () => {
        const runId = await begin(keyId, PAGE)
        await background.ended(runId)
        expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'cap_reached', items: PAGE })
      }
      await buy()
      put(second)
      await waitUntil(async () => {
        await buy()
        return itemsOf(second) > 0
      })
      expect(await getKey(team.admin, keyId)).toMatchObject({ prefix: second.slice(0, 12), reference })
      const audit = await opened.db.auditEntry.findMany({
        where: { action: 'key.replace', subjectId: keyId },
      })
      expect(audit).toMatchObject([{ actorName: 'Purser' }])

      expect(await findReferenceProblem(team.admin, upstream, keyId)).toBeNull()
      put('')
      expect(await findReferenceProblem(team.admin, upstream, keyId)).toMatch(/^The key cannot be read: /)
      put('no key')
      expect(await findReferenceProblem(team.admin, upstream, keyId)).toMatch(/holds now cannot be used/)
      const checking = () => checkKey(team.admin, upstream, keyId).then(() => '', String)
      await waitUntil(async () => /holds now cannot be used/.test(await checking()))
      // A run that meets it ends with the sentence, and nothing is charged.
      const ended = await begin(keyId, 100)
      await background.ended(ended)
      expect(await getRun(team.admin, ended)).toMatchObject({
        endReason: 'problem',
        items: 0,
        endNote: expect.stringContaining('holds now cannot be used'),
      })
      expect(await brokenInvariants(opened.db)).toEqual([])
      // From a reference to a text.
      const { key: third } = upstream.issueKey({ walletId })
      await replace(keyId, third)
      expect(await getKey(team.admin, keyId)).toMatchObject({ reference: null, prefix: third.slice(0, 12) })
    },
  )

  test(`is not readable through another team’s references (${engine})`, async () => {
    variables.PURSER_KEY_OTHER__MAIN = upstream.issueKey().key
    for (const text of ['env:PURSER_KEY_OTHER__MAIN', 'env:PATH', 'file:../other/main.key'])
      await expect(add(text)).rejects.toMatchObject({ code: 'invalid', fields: { key: expect.any(String) } })
  })
})
