/** Measures how often the band shown before a run holds, and how wide it is: `npm run bench -- outlook`. */
import { bandsIn, HISTORIES } from '@/tests/support/run-histories'

const MANY = 5000

for (const { name, draw } of HISTORIES) {
  const { held, all, medianWidth } = bandsIn(draw, MANY)
  const share = ((100 * held) / all).toFixed(1)
  console.log(
    `${name}: ${share} % of ${all} bands hold; the median one ends at ${medianWidth.toFixed(2)} times its beginning`,
  )
}
