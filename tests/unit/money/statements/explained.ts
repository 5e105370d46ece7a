import type { Nano } from '@/lib/kernel'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { explainWindows } from '@/lib/money/statements/movements'
import { buildWindows, createCleanReadingTest } from '@/lib/money/statements/windows'
import type { Life } from './life'

/** Returns the explanation of a life's clean readings. */
export const explained = ({ readings, lost }: Life) => {
  const isClean = createCleanReadingTest(lost)
  const anchors = readings.filter((reading) => isClean(reading))
  return { anchors, ...explainWindows(buildWindows(anchors, lost)) }
}

/** Returns the parts of each window that are not zero, except the pages. */
export const parts = (life: Life) =>
  explained(life).movements.map((movement) => {
    const {
      resolvedNano,
      lostNano,
      shiftNano,
      unpricedNano,
      expiredNano,
      outsideNano,
      unexplainedNano,
      topUpNano,
    } = movement
    return Object.fromEntries(
      Object.entries({
        resolvedNano,
        lostNano,
        shiftNano,
        unpricedNano,
        expiredNano,
        outsideNano,
        unexplainedNano,
        topUpNano,
      }).filter(([, nano]) => nano !== 0n),
    )
  })

/** Returns the certain outside spend. */
export const certain = ({ readings, lost }: Life): Nano[] =>
  explainReadings(readings, lost).movements.flatMap(({ outsideNano, perhapsOurs }) =>
    outsideNano > 0n && perhapsOurs === null ? [outsideNano] : [],
  )
