import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { createSecretCheck } from '@/lib/platform/vault'
import { type Instance, startInstance } from '@/lib/server/instances'
import { bookOf } from '@/tests/factories/ledger'
import { storeRun } from '@/tests/factories/stored-run'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, describeOnPostgres, type TestDb } from '@/tests/support/databases'

const MINUTE_MS = 60_000

let opened: TestDb
let team: TestTeam
let ctx: TeamCtx
const started: Instance[] = []

const begin = async (
  clock: Clock = systemClock,
  recovered: number[] = [],
  sessionSecret?: string,
): Promise<Instance> => {
  const instance = await startInstance({
    db: opened.db,
    clock,
    checks: sessionSecret === undefined ? [] : [createSecretCheck('session secret', sessionSecret)],
    onError: (error) => expect.unreachable(String(error)),
    onRecovered: (calls) => void recovered.push(calls),
  })
  started.push(instance)
  return instance
}
const stateOf = async (id: string) => (await opened.db.attempt.findUniqueOrThrow({ where: { id } })).state
const hasEnded = (instance: Instance) =>
  Promise.race([instance.lost.then(() => true), new Promise((done) => setImmediate(() => done(false)))])

afterEach(async () => {
  await Promise.all(started.splice(0).map((instance) => instance.stop()))
  await opened.db.instance.deleteMany()
})

describeOnEachEngine('instances', (open, engine) => {
  beforeAll(async () => {
    opened = await open()
    team = await makeTeam(opened.db, systemClock)
    ctx = team.admin
  })
  afterAll(() => opened.close())

  test('calls and runs of a stopped instance are ended at the next start', async () => {
    const first = await begin()
    const attempt = await bookOf(ctx).begin({}, first.id)
    const runId = await storeRun(team, newId(), 0)
    const open = { state: 'OPEN', endReason: null, manner: 'background', instanceId: first.id }
    await opened.db.run.update({ where: { id: runId }, data: open })
    await first.stop()
    expect((await begin()).recovered).toBe(1)
    expect(await stateOf(attempt)).toBe('UNKNOWN')
    expect(await opened.db.run.findUnique({ where: { id: runId } })).toMatchObject({ endReason: 'restarted' })
  })

  test('the session secret may change if no other instance runs', async () => {
    const first = await begin(systemClock, [], 'the first secret of sessions')
    await first.stop()
    const second = await begin(systemClock, [], 'the second secret of sessions')
    await second.stop()
    expect(JSON.stringify(await opened.db.secretCheck.findMany())).not.toContain('secret of')
  })

  test.runIf(engine === 'sqlite')('on SQLite, an instance that was not stopped is dead', async () => {
    const attempt = await bookOf(ctx).begin({}, (await begin()).id)
    expect((await begin()).recovered).toBe(1)
    expect(await stateOf(attempt)).toBe('UNKNOWN')
  })
})

describeOnPostgres('instances on one database', (open) => {
  beforeAll(async () => {
    opened = await open()
    ctx = (await makeTeam(opened.db, systemClock)).admin
  })
  afterAll(() => opened.close())

  test('all share one session secret, even if two start at once', async () => {
    const secrets = ['one secret of sessions', 'another secret of sessions']
    const starts = await Promise.allSettled(secrets.map((secret) => begin(systemClock, [], secret)))
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [right = '', wrong = ''] = starts[0]?.status === 'fulfilled' ? secrets : [...secrets].reverse()
    const second = await begin(systemClock, [], right)
    await started[0]?.stop()
    await expect(begin(systemClock, [], wrong)).rejects.toThrow(
      /session secret is not the one .* NEXTAUTH_SECRET/,
    )
    await second.stop()
    await begin(systemClock, [], wrong)
  })

  test('a machine whose clock is wrong by minutes considers nobody dead, nor is it considered dead', async () => {
    const right = await begin()
    const attempt = await bookOf(ctx).begin({}, right.id)
    for (const offset of [5 * MINUTE_MS, -5 * MINUTE_MS]) {
      const wrong = await begin(makeTestClock(new Date(Date.now() + offset)))
      const theirs = await bookOf(ctx).begin({}, wrong.id)
      for (let beat = 0; beat < 3; beat++) {
        await wrong.beat()
        await right.beat()
      }
      expect([await stateOf(attempt), await stateOf(theirs)]).toEqual(['OPEN', 'OPEN'])
      expect([await hasEnded(right), await hasEnded(wrong)]).toEqual([false, false])
    }
  })

  test('one that starts while another recovers is not considered dead', async () => {
    // Ends what other tests left behind.
    await (await begin()).stop()
    const row = await opened.db.attempt.findUniqueOrThrow({
      where: { id: await bookOf(ctx).begin({}, 'dead') },
    })
    const more = Array.from({ length: 520 }, () => ({ ...row, id: newId() }))
    await opened.db.attempt.createMany({ data: more })
    const recovering = begin()
    const living = await begin()
    const attempt = await bookOf(ctx).begin({}, living.id)
    const { recovered } = await recovering
    expect(recovered + living.recovered).toBe(521)
    expect(await stateOf(attempt)).toBe('OPEN')
  })
})
