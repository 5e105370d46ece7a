/** One of the processes that share keys, with a saturated queue each; see index.ts. */

import { systemClock } from '@/lib/kernel'
import { openDirect } from '@/lib/platform/db'
import { createPacers, createSlotStore, type SlotStore } from '@/lib/upstream/pacing'
import { startBlocking } from '../pacing/conditions'
import { type Job, job, type Told } from './messages'

const CALLERS = 20

/** Returns milliseconds of the machine's monotonic clock, which all processes share. */
const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6

/** Records the duration of each round trip. */
const timed = (store: SlotStore, trips: number[]): SlotStore => ({
  ...store,
  async take(keyRef, wanted) {
    const begun = systemClock.monotonic()
    const taken = await store.take(keyRef, wanted)
    trips.push(systemClock.monotonic() - begun)
    return taken
  },
})

async function run({ url, keys, seconds, isBlocked }: Job, hasBegun: Promise<void>): Promise<Told> {
  const direct = openDirect({ engine: 'postgres', url })
  if (!direct) throw new Error('PostgreSQL it must be')
  const trips: number[] = []
  const pacers = createPacers(systemClock, timed(createSlotStore(direct), trips))
  await direct.query('SELECT 1', [])
  process.send?.('ready')
  await hasBegun
  if (isBlocked) setTimeout(startBlocking, Math.random() * 1000)
  const cpu = process.cpuUsage()
  const end = systemClock.monotonic() + seconds * 1000
  const leave = async (keyRef: string, rate: number, sent: number[]): Promise<void> => {
    while (systemClock.monotonic() < end) {
      const slot = await pacers.for(keyRef, rate, keyRef).slot()
      sent.push(machineNow())
      slot.answered()
    }
  }
  const sends = await Promise.all(
    keys.map(async ({ keyRef, rate }) => {
      const sent: number[] = []
      await Promise.all(Array.from({ length: CALLERS }, () => leave(keyRef, rate, sent)))
      return { rate, sent }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  await direct.close()
  return { sends, trips, cpu: (user + system) / 1e6 / seconds }
}

const hasBegun = new Promise<void>((resolve) => process.once('message', () => resolve()))
run(job.parse(JSON.parse(process.argv[2] ?? '')), hasBegun)
  .then((told) => process.send?.(told, () => process.exit(0)))
  .catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
