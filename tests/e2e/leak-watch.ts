import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createLeakFinder } from '../support/leaks'

const MAX_READING_MS = 20_000

/**
 * Records everything that the browser receives, to be searched for keys: headers, bodies, and pages as they
 * stand.
 */
export async function watchForLeaks(page: Page) {
  const seen: { where: string; content: string }[] = []
  const reading: Promise<void>[] = []
  const unread = new Set<string>()
  // An event stream may never end, so its messages are read as they arrive.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  browser.on('Network.eventSourceMessageReceived', ({ data }) =>
    seen.push({ where: 'a stream of events', content: data }),
  )
  page.on('response', (response) => {
    const where = `${response.request().method()} ${response.url()}`
    const read = async () => {
      seen.push({ where: `${where} (headers)`, content: JSON.stringify(await response.allHeaders()) })
      if (response.headers()['content-type']?.startsWith('text/event-stream')) return
      // A redirect has no body, and the bodies of an abandoned page may be lost; neither was ever shown.
      const body = await response.body().catch(() => null)
      if (body) seen.push({ where, content: body.toString('latin1') })
    }
    unread.add(where)
    const finish = () => void unread.delete(where)
    reading.push(read().then(finish, finish))
  })
  return {
    /** Records the page as it stands, including what is typed into its fields. */
    async look(): Promise<void> {
      const typed = await page.evaluate(() =>
        [...document.querySelectorAll('input, textarea')].map((field) =>
          'value' in field ? String(field.value) : '',
        ),
      )
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
      const content = `${await page.content()}\n${typed.join('\n')}\n${stored}\n${await page.evaluate(() => document.cookie)}`
      seen.push({ where: `the page at ${page.url()}`, content })
    },
    /** Returns where these keys were found, and how many records were searched. */
    async leaks(keys: readonly string[]): Promise<{ found: string[]; searched: number }> {
      // The browser may never report the end of the body of an aborted request.
      await Promise.race([Promise.all(reading), setTimeout(MAX_READING_MS)])
      if (unread.size > 0) console.log(`Never ended, and never shown: ${[...unread].join(', ')}`)
      const find = createLeakFinder(keys)
      // A script that several pages load is searched once.
      const contents = new Map(seen.map(({ where, content }) => [content, where]))
      const found = [...contents].flatMap(([content, where]) => find(where, content))
      return { found, searched: seen.length }
    },
  }
}
