import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { createJobs } from '@/lib/server/jobs'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { passWithLeases } from '@/tests/support/lease-time'

const SECOND = 1000

describeOnEachEngine('jobs', async (open, engine) => {
  const opened = await open()
  const clock = makeTestClock()

  /** Starts a process with one job that records its runs. Its durations follow the test's clock, too. */
  const startProcess = (name: string, runs: string[], run: () => Promise<void> = async () => undefined) => {
    const holderId = newId()
    const errors: unknown[] = []
    const jobs = createJobs({
      db: opened.db,
      clock: { ...clock, monotonic: () => clock.now().getTime() },
      holderId,
      jobs: [
        {
          name,
          everyMs: 10 * SECOND,
          async run() {
            runs.push(holderId)
            await run()
          },
        },
      ],
      onError: (error) => errors.push(error),
    })
    return { ...jobs, holderId, errors }
  }

  test('a job runs at its times, in one of several processes', async () => {
    const runs: string[] = []
    const [one, two] = [startProcess('a', runs), startProcess('a', runs)]
    for (let tick = 0; tick < 5; tick++) {
      await Promise.all([one.tick(), two.tick()])
      clock.advance(5 * SECOND)
    }
    expect(runs).toHaveLength(3)
    expect(new Set(runs).size).toBe(1)
    await Promise.all([one.stop(), two.stop()])
  })

  test('another process takes over: at once after a stop, and a minute after a crash', async () => {
    const runs: string[] = []
    const [one, two, three] = [startProcess('b', runs), startProcess('b', runs), startProcess('b', runs)]
    await one.tick()
    await one.stop()
    await two.tick()
    expect(runs).toEqual([one.holderId, two.holderId])
    await passWithLeases(opened, clock, 59 * SECOND)
    await three.tick()
    expect(runs).toHaveLength(2)
    await passWithLeases(opened, clock, 11 * SECOND)
    await three.tick()
    expect(runs).toEqual([one.holderId, two.holderId, three.holderId])
    await Promise.all([two.stop(), three.stop()])
  })

  test('a lease written by a fast clock blocks nobody', async () => {
    const runs: string[] = []
    const [dead, other] = [startProcess('e', runs), startProcess('e', runs)]
    await dead.tick()
    await opened.db.lease.update({
      where: { name: 'e' },
      data: { untilAt: new Date(Date.now() + 3600 * SECOND) },
    })
    await other.tick()
    expect(runs).toEqual([dead.holderId, other.holderId])
    await other.stop()
  })

  test('one machine’s clock does not take a lease from another', async ({ skip }) => {
    if (engine === 'sqlite') skip('one machine has one clock')
    const runs: string[] = []
    const [one, two] = [startProcess('f', runs), startProcess('f', runs)]
    await one.tick()
    clock.advance(300 * SECOND)
    await two.tick()
    expect(runs).toEqual([one.holderId])
    await Promise.all([one.stop(), two.stop()])
  })

  test('a failed job is reported, and runs again at its time', async () => {
    const runs: string[] = []
    const process = startProcess('c', runs, async () => {
      throw new Error('out of order')
    })
    await process.tick()
    clock.advance(10 * SECOND)
    await process.tick()
    expect(runs).toHaveLength(2)
    expect(process.errors.map(String)).toEqual(['Error: out of order', 'Error: out of order'])
    await process.stop()
  })

  test('a job that is still running is not started again, and a stop waits for it', async () => {
    const runs: string[] = []
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => {
      finish = resolve
    })
    const process = startProcess('d', runs, () => working)
    const ticking = process.tick()
    await expect.poll(() => runs.length).toBe(1)
    clock.advance(30 * SECOND)
    await process.tick()
    expect(runs).toHaveLength(1)
    let hasStopped = false
    const stopping = process.stop().then(() => {
      hasStopped = true
    })
    await Promise.resolve()
    expect(hasStopped).toBe(false)
    finish()
    await Promise.all([ticking, stopping])
    await process.tick()
    expect(runs).toHaveLength(1)
  })
})
