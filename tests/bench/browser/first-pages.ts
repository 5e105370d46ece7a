import type { BenchWorld } from './world'

const WARM_UP = 5
const PAGE = 100
const FIRST_ITEM = '[aria-label="First items"] li'
const itemAt = (place: number) => `[aria-label="Items"] [aria-posinset="${place}"]`

/** Milliseconds from the upstream's answer to the paint. */
export interface PageTimes {
  /** The first items of a run, wherever they first appear. */
  readonly first: readonly number[]
  /** The run's own page with them. */
  readonly whole: readonly number[]
  /** The items of the next page. */
  readonly next: readonly number[]
}

/** Starts runs from the search's page, one after the other, and buys each one's second page as a person would. */
export async function measurePages(bench: BenchWorld, runs: number): Promise<PageTimes> {
  const times = { first: [] as number[], whole: [] as number[], next: [] as number[] }
  for (let run = -WARM_UP; run < runs; run++) {
    const [first = 0, whole = 0] = await startRun(bench)
    const [next = 0] = await nextPage(bench)
    if (run < 0) continue
    times.first.push(first)
    times.whole.push(whole)
    times.next.push(next)
  }
  return times
}

async function startRun(bench: BenchWorld): Promise<number[]> {
  const { page, at, searchId } = bench
  // Until the page is hydrated its button does nothing.
  await page.goto(at(`/acme/searches/${searchId}`), { waitUntil: 'networkidle' })
  return clickAndWatch(bench, 'Run first page', [`${FIRST_ITEM}, ${itemAt(1)}`, itemAt(1)])
}

async function nextPage(bench: BenchWorld): Promise<number[]> {
  const { page } = bench
  await page.waitForLoadState('networkidle')
  // Anyone who buys the next page has read this one, so its first items then scroll into view.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  return clickAndWatch(bench, 'Next page', [itemAt(PAGE + 1)])
}

/** Returns how long after the upstream's answer each of these is painted. */
async function clickAndWatch(
  { page, sentAt }: BenchWorld,
  button: string,
  selectors: readonly string[],
): Promise<number[]> {
  await page.evaluate((wanted) => window.bench.watch(wanted), selectors)
  await page.getByRole('button', { name: button, exact: true }).click()
  const moments = (await page.evaluate(() => window.bench.shown)) ?? []
  const sent = await sentAt()
  return moments.map((moment) => moment - sent)
}
