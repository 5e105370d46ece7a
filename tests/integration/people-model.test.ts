import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transaction } from '@/lib/platform/db'
import { countMail } from '@/lib/platform/mail'
import { eraseAccount, setAccountDisabled, setInstallationAdmin } from '@/lib/teams/accounts'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const RUNS = { numRuns: 25 }
const PEOPLE = 4
const HOUR = 3_600_000

const step = fc.record({
  by: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  what: fc.constantFrom('make', 'unmake', 'disable', 'enable', 'delete'),
})

describeOnDatabase('whatever is tried', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  await makeTeam(opened.db, clock)

  async function makePeople(): Promise<{ id: string }[]> {
    const { db } = opened
    await db.user.updateMany({ data: { isInstallationAdmin: false } })
    const people = Array.from({ length: PEOPLE }, () => ({ id: randomUUID() }))
    const row = ({ id }: { id: string }, at: number) => ({
      id,
      name: 'Someone',
      email: `${id}@example.org`,
      passwordHash: '',
      createdAt: clock.now(),
      isInstallationAdmin: at === 0,
    })
    await db.user.createMany({ data: people.map(row) })
    return people
  }

  test('an installation admin who can sign in remains, even with simultaneous changes', async () => {
    const { db } = opened
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        async (rounds) => {
          const people = await makePeople()
          for (const round of rounds) {
            const tried = round.map(({ by, to, what }) => {
              const [who, target] = [people[by] ?? { id: '' }, people[to] ?? { id: '' }]
              const userId = target.id
              if (what === 'delete') return eraseAccount(db, clock, who, { userId })
              if (what === 'disable' || what === 'enable')
                return setAccountDisabled(db, clock, who, { userId, isDisabled: what === 'disable' })
              return setInstallationAdmin(db, clock, who, { userId, isAdmin: what === 'make' })
            })
            for (const each of await Promise.allSettled(tried))
              if (each.status === 'rejected')
                expect(['forbidden', 'conflict', 'not_found']).toContain(each.reason.code)
            const left = { isInstallationAdmin: true, disabledAt: null, deletedAt: null }
            expect(await db.user.count({ where: left })).toBeGreaterThan(0)
          }
        },
      ),
      RUNS,
    )
  })

  test('no limit of mails within a time is exceeded, even with simultaneous requests', async () => {
    const { db } = opened
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: HOUR }), fc.integer({ min: 1, max: 3 })), {
          maxLength: 12,
        }),
        async (max, bursts) => {
          const [one, other] = [randomUUID(), randomUUID()]
          const limits = [
            { key: one, max, withinMs: HOUR },
            { key: other, max: max + 1, withinMs: HOUR / 2 },
          ]
          const times: number[] = []
          for (const [pause, size] of bursts) {
            clock.advance(pause)
            const at = clock.now()
            const asked = Array.from({ length: size }, (_, each) =>
              transaction(db, (tx) => countMail(tx, at, each % 2 === 0 ? limits : [...limits].reverse())),
            )
            for (const isCounted of await Promise.all(asked)) if (isCounted) times.push(at.getTime())
          }
          for (const { max: allowed, withinMs } of limits)
            for (const time of times)
              expect(
                times.filter((each) => each <= time && each > time - withinMs).length,
              ).toBeLessThanOrEqual(allowed)
        },
      ),
      RUNS,
    )
  })
})
