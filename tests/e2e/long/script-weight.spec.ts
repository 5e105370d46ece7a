import { PAGES } from '../../support/access-table'
import { expect, test } from '../fixtures'
import { isLong } from '../long-form'
import { weighScripts } from '../script-weight'
import { makeTeamWithAll } from '../team-with-all'
import { bringSession } from '../visits'

/** Maximum kilobytes of compressed JavaScript that a page may load before anyone interacts with it. */
const MAX = { plain: 250, withChart: 340 }
/**
 * Pages that `npm test` weighs: one before a team, the one with the most fields and one with a chart. `npm
 * run test:long -- pages` weighs all.
 */
const SHORT = ['(public)/sign-in', '(dashboard)/[team]/searches/new', '(dashboard)/[team]/usage']
const WEIGHED = Object.entries(PAGES).filter(
  ([file]) => isLong || SHORT.some((page) => file === `app/${page}/page.tsx`),
)

test('no page loads more JavaScript than its limit', async ({ page, world }) => {
  test.setTimeout(180_000)
  const { team, things } = await makeTeamWithAll(world)
  await bringSession(page, team.admin)
  const rows: string[] = []
  const tooHeavy: string[] = []
  for (const [file, { path, needs, answers }] of WEIGHED) {
    const place = path(team.slug, things)
    // The browser would log errors for broken links; every-page.spec.ts visits real ones.
    if (answers || (needs === 'visitor' && place.endsWith('/none'))) continue
    const { kilobytes, scripts, hasChart } = await weighScripts(page, team.admin.baseUrl + place, MAX.plain)
    const row = `${file}: ${kilobytes.toFixed(0)} kB in ${scripts} scripts${hasChart ? ', with a chart' : ''}`
    rows.push(row)
    if (kilobytes > (hasChart ? MAX.withChart : MAX.plain)) tooHeavy.push(row)
  }
  console.log(rows.join('\n'))
  expect(tooHeavy).toEqual([])
})
