/**
 * The pacer in real time against limiters of every kind: achieved rate / pack rate, and refusals.
 * `npm run bench:pacing -- --seconds 5`. Prints figures and asserts nothing: times on a shared machine are noisy.
 */
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { createPacer } from '@/lib/pacing'
import { LIMITERS, type Limiter } from '@/tests/factories/limiters'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const seconds = Number(values.seconds)
const RATES = [10, 25, 100, 200]
const LATENCY_MS = 80

async function measure(rate: number, limiter: Limiter): Promise<string> {
  const pacer = createPacer({ requestsPerSecond: rate, clock: systemClock })
  const end = systemClock.monotonic() + seconds * 1000
  let [good, refused] = [0, 0]
  const underWay: Promise<void>[] = []
  while (systemClock.monotonic() < end) {
    await pacer.slot()
    const isGood = limiter(systemClock.monotonic())
    if (isGood) good++
    else refused++
    underWay.push(systemClock.sleep(LATENCY_MS).then(() => (isGood ? pacer.answered() : pacer.refused(1000))))
  }
  await Promise.all(underWay)
  return `${(good / (rate * seconds)).toFixed(3)} (${refused})`
}

console.log(`achieved rate / pack rate (429s), ${seconds} s a cell, Node ${process.version}\n`)
console.log(`| limiter | ${RATES.map((rate) => `${rate}/s`).join(' | ')} |`)
console.log(`| --- | ${RATES.map(() => '---').join(' | ')} |`)
for (const [name, make] of Object.entries(LIMITERS)) {
  const cells: string[] = []
  for (const rate of RATES) cells.push(await measure(rate, make(rate, 0)))
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
