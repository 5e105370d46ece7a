/** One of the instances that share a key, with a saturated queue, over HTTP; see wire.ts. */

import { Secret, systemClock } from '@/lib/kernel'
import { openDirect } from '@/lib/platform/db'
import { createUpstream, defaultProvider } from '@/lib/upstream/client'
import { createPacers, createSlotStore, sendInSlot } from '@/lib/upstream/pacing'
import { type WireJob, type WireTold, wireJob } from './messages'

const CALLERS = 20

/** Returns milliseconds of the machine's monotonic clock, which all processes share. */
const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6

const KEY = new Secret(`xd_live_${'b'.repeat(32)}`)

async function run({ url, baseUrl, rate, seconds }: WireJob, hasBegun: Promise<void>): Promise<WireTold> {
  const direct = openDirect({ engine: 'postgres', url })
  if (!direct) throw new Error('PostgreSQL it must be')
  const upstream = createUpstream({ baseUrl, provider: defaultProvider, clock: systemClock })
  const pacer = createPacers(systemClock, createSlotStore(direct)).for('key', rate, `wire ${rate}`)
  await direct.query('SELECT 1', [])
  process.send?.('ready')
  await hasBegun
  const end = systemClock.monotonic() + seconds * 1000
  const count = { calls: 0, refused: 0 }
  const delays: number[] = []
  const left: number[] = []
  const send = (onSent: () => void) => {
    const slotAt = systemClock.monotonic()
    const noteSent = () => {
      delays.push(systemClock.monotonic() - slotAt)
      left.push(machineNow())
      onSent()
    }
    return upstream.readKeyInfo(KEY, { onSent: noteSent })
  }
  /** Returns true if the call was refused. Calls that had to wait beyond the end are not counted. */
  const call = async (again: boolean): Promise<boolean> => {
    const { slot, answer } = await sendInSlot(pacer, { goesFirst: again }, send)
    const problem = answer.ok ? null : answer.problem
    const isRefused = problem?.kind === 'rate_limited'
    if (isRefused) slot.refused({ retryAfterMs: problem.retryAfterMs ?? null })
    else slot.answered()
    if (systemClock.monotonic() < end) count.calls++
    if (isRefused) count.refused++
    return isRefused
  }
  const callUntilEnd = async () => {
    let again = false
    while (systemClock.monotonic() < end) again = await call(again)
  }
  await Promise.all(Array.from({ length: CALLERS }, callUntilEnd))
  await upstream.close()
  await direct.close()
  return { ...count, delays, left }
}

const hasBegun = new Promise<void>((resolve) => process.once('message', () => resolve()))
run(wireJob.parse(JSON.parse(process.argv[2] ?? '')), hasBegun)
  .then((told) => process.send?.(told, () => process.exit(0)))
  .catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
