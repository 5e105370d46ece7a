import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LongTask, longTasksDuring } from './task-times'
import type { BenchWorld, LongFrame } from './world'

/** The effect of scrolling through a run on the main thread. */
export interface Scrolled {
  readonly items: number
  /** True if the end was reached in time. */
  readonly isWhole: boolean
  readonly seconds: number
  readonly pixels: number
  /** Durations of tasks over 50 ms, as reported to the page itself. */
  readonly tasks: readonly number[]
  /** The same by Chromium's trace. */
  readonly traced: readonly LongTask[]
  readonly frames: readonly LongFrame[]
}

const WHEEL_PX = 800
const WHEEL_MS = 30

/** Buys a run of this many items in the background. Returns its id once it has ended. */
export async function buyRun(
  { admin, world, searchId, keyId }: BenchWorld,
  capItems: number,
): Promise<string> {
  const runId = randomUUID()
  await admin.mustPerform('runs/startBackgroundRunAction', { runId, searchId, keyId, capItems })
  for (;;) {
    const { state } = await world.db.run.findUniqueOrThrow({ where: { id: runId } })
    if (state === 'ENDED') return runId
    await sleep(250)
  }
}

/** Scrolls a run from top to bottom with the mouse wheel, for a limited time. */
export async function scrollThrough(
  { page, at, browser }: BenchWorld,
  runId: string,
  view: 'cards' | 'table',
  mostSeconds: number,
): Promise<Scrolled> {
  await page.goto(at(`/acme/runs/${runId}?view=${view}`), { waitUntil: 'networkidle' })
  await page.mouse.move(640, 600)
  await page.evaluate(() => window.bench.forget())
  const since = performance.now()
  const passed = () => (performance.now() - since) / 1000
  let isWhole = false
  let seconds = 0
  const traced = await longTasksDuring(browser, page, async () => {
    for (let turn = 0; !isWhole && passed() < mostSeconds; turn++) {
      const due = since + turn * WHEEL_MS
      await page.mouse.wheel(0, WHEEL_PX)
      await sleep(Math.max(0, due - performance.now()))
      // Asking the page is itself a task, so this asks only now and then.
      if (turn % 20 === 0) isWhole = await page.evaluate(isAtEnd)
    }
    seconds = passed()
  })
  const { tasks, frames } = await page.evaluate(() => window.bench.report())
  const [pixels, items] = [await page.evaluate(() => window.scrollY), await lastPlace(page)]
  return { items, isWhole, seconds, pixels, tasks, traced, frames }
}

const isAtEnd = (): boolean => window.scrollY + window.innerHeight >= document.body.scrollHeight - 2

/** Returns the index of the last item on the page. */
async function lastPlace(page: BenchWorld['page']): Promise<number> {
  const last = page.locator('[data-index]').last()
  return Number(await last.getAttribute('data-index')) + 1
}
