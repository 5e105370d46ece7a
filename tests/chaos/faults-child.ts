/**
 * Lets many runs meet each fault of the sandbox in its own process, so that its memory can be measured. Takes
 * a job as JSON and prints a report as JSON; asserts nothing.
 */
import { openDb } from '@/lib/platform/db'
import { FAULT_NAMES } from '@/lib/sandbox'
import { type FaultReport, faultsJob } from './faults-report'
import { squeeze } from './faults-squeeze'
import { suffer } from './faults-suffer'
import { weather } from './faults-weather'
import { makeWorld } from './faults-world'

async function main(): Promise<void> {
  const job = faultsJob.parse(JSON.parse(process.argv[2] ?? ''))
  const db = openDb(job.location)
  const world = await makeWorld(db, job)
  const faults: FaultReport[] = []
  for (const [place, name] of FAULT_NAMES.entries()) {
    faults.push(await suffer(db, world, name, place + 1))
    console.error(`${name} is over`)
  }
  const enduring = await weather(db, world)
  await world.close()
  const squeezes = await squeeze(db, job, world.team)
  await db.$disconnect()
  const { maxRSS } = process.resourceUsage()
  const peakMegabytes = Math.round(maxRSS / 1024)
  console.log(JSON.stringify({ faults, weather: enduring, squeezes, peakMegabytes }))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
