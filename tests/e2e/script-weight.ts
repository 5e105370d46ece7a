import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const known = new Map<string, number>()

async function gzippedSize(url: string): Promise<number> {
  const size = known.get(url) ?? gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length
  known.set(url, size)
  return size
}

/** The size of a page's scripts. */
export interface ScriptWeight {
  /** All scripts, compressed with gzip, in kilobytes of 1,000 bytes. */
  readonly kilobytes: number
  readonly scripts: number
  /** True if a chart was drawn, so the scripts include its code. */
  readonly hasChart: boolean
}

/**
 * Opens a page and weighs every script that the browser loads until the page is quiet: those in its HTML,
 * those it preloads, and those that its scripts load. Nobody has interacted with it by then. Only for a page
 * above `heavyFrom` kilobytes does it wait for a chart.
 */
export async function weighScripts(page: Page, url: string, heavyFrom: number): Promise<ScriptWeight> {
  const urls = new Set<string>()
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url())) urls.add(request.url())
  }
  page.on('request', note)
  // A page with an event stream is never idle, so `networkidle` would never come.
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.m?js(\?|$)/.test(name))
    const last = Math.max(500, ...scripts.map(({ startTime, duration }) => startTime + duration))
    return performance.now() > last + 1000
  })
  page.off('request', note)
  const sizes = await Promise.all([...urls].map(gzippedSize))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return { kilobytes, scripts: urls.size, hasChart: await hasChart(page, kilobytes > heavyFrom) }
}

/** On a busy machine, a chart is drawn some time after its code has arrived. */
async function hasChart(page: Page, isHeavy: boolean): Promise<boolean> {
  const chart = page.locator('.recharts-surface').first()
  if (!isHeavy) return (await chart.count()) > 0
  return chart.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}
