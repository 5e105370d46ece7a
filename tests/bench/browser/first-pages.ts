import type { BenchWorld } from './world'

const WARM_UP = 5
const PAGE = 100

/** From the upstream's answer to the painted page, in milliseconds: of each run's first page, and of its second. */
export interface PageTimes {
  readonly first: readonly number[]
  readonly next: readonly number[]
}

/** Starts runs from the search's page, one after the other, and buys each one's second page as a person would. */
export async function measurePages(bench: BenchWorld, runs: number): Promise<PageTimes> {
  const first: number[] = []
  const next: number[] = []
  for (let run = -WARM_UP; run < runs; run++) {
    const [one, two] = [await firstPage(bench), await nextPage(bench)]
    if (run < 0) continue
    first.push(one)
    next.push(two)
  }
  return { first, next }
}

async function firstPage({ page, at, searchId, sentAt }: BenchWorld): Promise<number> {
  // Until the page is hydrated its button does nothing.
  await page.goto(at(`/acme/searches/${searchId}`), { waitUntil: 'networkidle' })
  await page.evaluate(() => window.bench.watch('[aria-label="Items"] [aria-posinset="1"]'))
  await page.getByRole('button', { name: 'Run first page' }).click()
  return (await shownAt(page)) - (await sentAt())
}

async function nextPage({ page, sentAt }: BenchWorld): Promise<number> {
  // Whoever buys the next page has read this one: its first items then come into sight.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const selector = `[aria-label="Items"] [aria-posinset="${PAGE + 1}"]`
  await page.evaluate((wanted) => window.bench.watch(wanted), selector)
  await page.getByRole('button', { name: 'Next page' }).click()
  return (await shownAt(page)) - (await sentAt())
}

async function shownAt(page: BenchWorld['page']): Promise<number> {
  const moment = await page.evaluate(() => window.bench.shown)
  if (moment === null) throw new Error('Nothing was watched for.')
  return moment
}
