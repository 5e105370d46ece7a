import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { createWallet } from '@/lib/money/wallets'
import {
  auditQuerySchema,
  ENTRIES_PER_PAGE,
  exportAudit,
  findAuditDaysProblem,
  listAuditActors,
  listAuditEntries,
  runRecordingRefusal,
} from '@/lib/platform/audit'
import { createEnvironment } from '@/lib/teams/teams'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 86_400_000
const MANY = 2 * ENTRIES_PER_PAGE + 30

describeOnEachEngine('reading the audit log', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  for (let at = 0; at < MANY; at++) await createWallet(team.admin, { name: `Wallet ${at}` })
  clock.advance(DAY)
  await createEnvironment(team.admin, { name: '100%_sure É', color: 'red' })
  await createWallet(await makeOtherTeam(team).then(({ admin }) => admin), { name: 'Of others' })

  const find = (query: Record<string, string>) => listAuditEntries(team.admin, auditQuerySchema.parse(query))

  test('continues page by page, newest first, without gaps or duplicates', async () => {
    const ids: string[] = []
    for (let before = ''; ; ) {
      const entries = await find({ before })
      ids.push(...entries.map(({ id }) => id))
      before = entries.at(-1)?.id ?? ''
      if (entries.length < ENTRIES_PER_PAGE) break
    }
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toHaveLength(await opened.db.auditEntry.count({ where: { teamId: team.admin.team.id } }))
  })

  test('searches for words in any case and taken literally, and by kind, person and day', async () => {
    expect((await find({ text: 'wALLET 17' })).map(({ subjectName }) => subjectName)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `Wallet ${179 - at}`),
      'Wallet 17',
    ])
    expect(await find({ text: '0%_S' })).toMatchObject([{ subjectName: '100%_sure É' }])
    expect(await find({ text: 'sure É' })).toHaveLength(1)
    expect(await find({ text: '%' })).toHaveLength(1)
    expect(await find({ text: '\\' })).toEqual([])
    expect(await find({ kind: 'environment' })).toMatchObject([{ action: 'environment.create' }])
    expect(await find({ kind: 'env' })).toEqual([])
    expect(auditQuerySchema.parse({ kind: 'gateway-key' })).toMatchObject({ kind: 'gateway-key' })
    expect(await find({ actor: team.admin.actor.memberId, kind: 'team' })).toHaveLength(1)
    expect(await find({ from: '2026-03-11', kind: 'environment' })).toHaveLength(1)
    expect(await find({ to: '2026-03-10', kind: 'environment' })).toEqual([])
    expect(await find({ from: 'x', kind: "'; DROP", actor: 'none' })).toHaveLength(ENTRIES_PER_PAGE)
  })

  test('searches in any alphabet, regardless of case and of how accents were typed', async () => {
    await createEnvironment(team.admin, { name: 'Ägypten Червоний', color: 'red' })
    await createEnvironment(team.admin, { name: 'Ελπίς Straße'.normalize('NFD'), color: 'red' })
    for (const form of ['NFC', 'NFD']) {
      for (const text of ['ägypten', 'ÄGYPTEN', 'червоний', 'ЧЕРВОНИЙ'])
        expect(await find({ text: text.normalize(form) })).toMatchObject([
          { subjectName: 'Ägypten Червоний' },
        ])
      for (const text of ['ΕΛΠΊΣ', 'strasse', 'ß'])
        expect(await find({ text: text.normalize(form) })).toHaveLength(1)
    }
    const { chunks } = await exportAudit(team.admin, auditQuerySchema.parse({ text: 'червоний' }))
    const parts: string[] = []
    for await (const part of chunks) parts.push(part)
    expect(parts.join('')).toContain('Ägypten Червоний')
  })

  test('names every actor once', async () => {
    const actors = await listAuditActors(team.admin)
    expect(actors.filter(({ id }) => id === team.admin.actor.memberId)).toEqual([
      { id: team.admin.actor.memberId, name: 'Ada Admin' },
    ])
  })

  test('names each actor by the newest name, and nobody from another team', async () => {
    const other = await makeOtherTeam(team)
    const names = ['Zoe Zero', 'Zoe Young', 'Max Moss']
    for (const [at, actorName] of names.entries())
      await opened.db.auditEntry.create({
        data: {
          ...{ id: newId(), teamId: other.admin.team.id, at: clock.now(), actorName },
          actorId: at < 2 ? 'zoe' : 'max',
          ...{ action: 'wallet.create', subjectId: 'w', subjectName: 'W', detail: '', folded: '' },
        },
      })
    const own = (await listAuditActors(other.admin)).filter(({ id }) => id === 'zoe' || id === 'max')
    expect(own).toEqual([
      { id: 'max', name: 'Max Moss' },
      { id: 'zoe', name: 'Zoe Young' },
    ])
    expect((await listAuditActors(team.admin)).map(({ id }) => id)).not.toContain('zoe')
  })

  test('is exported as CSV completely, in chunks, and only for this team', async () => {
    const { chunks } = await exportAudit(team.admin, auditQuerySchema.parse({ kind: 'wallet' }))
    const parts: string[] = []
    for await (const part of chunks) parts.push(part)
    const rows: Record<string, string>[] = parse(parts.join(''), { bom: true, columns: true })
    expect(rows).toHaveLength(MANY + 1)
    expect(rows[0]).toMatchObject({ who: 'Ada Admin', what: 'wallet.create', on: `Wallet ${MANY - 1}` })
    expect(parts.join('')).not.toContain('Of others')
    expect((await find({}))[0]).toMatchObject({ action: 'audit.export' })
  })

  test('a last day before the first is refused instead of exporting nothing', async () => {
    const days = auditQuerySchema.parse({ from: '2026-03-11', to: '2026-03-10' })
    expect(findAuditDaysProblem(days)).toBe('The last day is before the first day.')
    expect(findAuditDaysProblem({ from: '2026-03-11', to: '2026-03-11' })).toBeNull()
    expect(findAuditDaysProblem({ from: '2026-03-11', to: '' })).toBeNull()
    await expect(exportAudit(team.admin, days)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('is refused to members, and records the refusal', async () => {
    const member = await makeMember(team, 'member')
    for (let at = 0; at < 3; at++)
      await expect(
        runRecordingRefusal(member, 'audit.export', () => exportAudit(member, auditQuerySchema.parse({}))),
      ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listAuditEntries(member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listAuditActors(member)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await find({ actor: member.actor.memberId, kind: 'refused' })).toMatchObject([
      {
        action: 'refused',
        subjectName: 'audit.export',
        actorName: 'Max Member',
        detail: '{"role":"member"}',
      },
    ])
  })
})
