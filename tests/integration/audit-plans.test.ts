import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { sealEntries } from '@/lib/platform/audit'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

describeOnSqlite('query plans of sealing', async (open) => {
  const opened = await open()

  test('sealing updates entries by id, however many are unsealed', async () => {
    const { db } = opened
    const clock = makeTestClock()
    const { admin } = await makeTeam(db, clock)
    const entry = { teamId: admin.team.id, at: clock.now(), actorId: '', actorName: '', action: 'x' }
    const of = { subjectId: '', subjectName: '', detail: '{}', folded: '' }
    await db.auditEntry.createMany({
      data: Array.from({ length: 300 }, () => ({ id: newId(), ...entry, ...of })),
    })
    const texts = await notedStatements(() => sealEntries(db, clock))
    expect(await db.auditEntry.count({ where: { place: null } })).toBe(0)
    const [update, ...more] = texts.filter((text) => text.includes('UPDATE "AuditEntry"'))
    expect(more).toEqual([])
    const plan = await db.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${update}`, '[]')
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SCAN v/),
      expect.stringMatching(/^SEARCH AuditEntry USING INDEX sqlite_autoindex_AuditEntry_1 \(id=\?\)/),
    ])
  })
})
