import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** A proxy in front of Purser that delivers a page in pieces. */
export interface PageHolder {
  readonly baseUrl: string
  /** Sets what each later piece of a page waits for. */
  holdUntil(ready: () => Promise<void>): void
  close(): Promise<void>
}

/** Where React inserts the content that follows the first piece of a page. */
const PIECES = /(?=<div hidden id="S:)/

/**
 * Starts a proxy that holds each piece of a page until the previous one is drawn, however fast the server is.
 */
export async function openPageHolder(purser: string): Promise<PageHolder> {
  let ready = async () => {}
  const answer = async (from: IncomingMessage, to: ServerResponse) => {
    const { method, headers, url } = from
    const asked = request(new URL(url ?? '/', purser), {
      method: method ?? 'GET',
      headers: { ...headers, host: new URL(purser).host, 'accept-encoding': 'identity' },
    })
    to.on('close', () => asked.destroy())
    asked.on('error', () => to.destroy())
    asked.on('response', (answered) => {
      to.writeHead(answered.statusCode ?? 500, answered.headers)
      const isPage = answered.headers['content-type']?.startsWith('text/html')
      if (isPage) handPieces(answered, to).catch(() => to.destroy())
      else answered.pipe(to)
    })
    from.pipe(asked)
  }
  const handPieces = async (answered: IncomingMessage, to: ServerResponse) => {
    const [first = '', ...others] = (await answered.setEncoding('utf8').toArray()).join('').split(PIECES)
    to.write(others.length > 0 ? atOnce(first) : first)
    for (const piece of others) {
      await ready()
      to.write(piece)
    }
    to.end()
  }
  const server = createServer(answer).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://localhost:${port}`,
    holdUntil: (next) => {
      ready = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Makes the browser draw the first piece of a page only once it has read all of it. */
const atOnce = (first: string): string =>
  `${first.replace('<head>', '<head><link rel="expect" href="#held" blocking="render">')}<i id="held" hidden></i>`

/** A layout shift without user input. */
interface Shift {
  readonly value: number
  readonly moved: readonly string[]
}

/** Records layout shifts from the first paint of each page on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: unknown[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          readonly value: number
          readonly hadRecentInput: boolean
          readonly sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        // Shifts this small are invisible, such as those of a figure whose digits have loaded.
        if (hadRecentInput || value < 0.001) continue
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          )
          return `${(node?.textContent ?? '').slice(0, 60)}: ${before} to ${after}`
        })
        shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Loads a page through the holder, which waits until each piece is drawn, and returns the shifts. */
export async function shiftsOf(page: Page, holder: PageHolder, path: string): Promise<readonly Shift[]> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  holder.holdUntil(async () => {
    await opened
    // React queues received content in this list until it draws it.
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        !Reflect.get(window, '$RB')?.length,
    )
    await twoFrames(page)
  })
  await page.goto(holder.baseUrl + path, { waitUntil: 'commit' })
  open()
  await page.waitForLoadState()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await twoFrames(page)
  return page.evaluate(() => Reflect.get(window, 'shifts'))
}

const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
