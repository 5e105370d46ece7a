import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const known = new Map<string, number>()

async function gzippedSize(url: string): Promise<number> {
  const size = known.get(url) ?? gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length
  known.set(url, size)
  return size
}

/** What a page's scripts weigh. */
export interface ScriptWeight {
  /** All of them, packed by gzip, in kilobytes of 1,000 bytes. */
  readonly kilobytes: number
  readonly scripts: number
  /** Whether a chart was drawn, so that its code is among them. */
  readonly hasChart: boolean
}

/**
 * Opens a page and weighs every script that the browser loads until the page is quiet: those it names, those it
 * preloads, and those that its own scripts ask for. Nobody has touched it by then.
 */
export async function weighScripts(page: Page, url: string): Promise<ScriptWeight> {
  const urls = new Set<string>()
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url())) urls.add(request.url())
  }
  page.on('request', note)
  // A page with an event stream is never quiet by itself.
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.m?js(\?|$)/.test(name))
    const last = Math.max(500, ...scripts.map(({ startTime, duration }) => startTime + duration))
    return performance.now() > last + 1000
  })
  page.off('request', note)
  const sizes = await Promise.all([...urls].map(gzippedSize))
  const hasChart = (await page.locator('.recharts-surface').count()) > 0
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, scripts: urls.size, hasChart }
}
