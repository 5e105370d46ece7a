import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const LONG_MS = 50
const TASK = 'ThreadControllerImpl::RunTask'

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds of elapsed time, and of time in which the thread really ran. */
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

/** A task of the page's main thread that took more than 50 ms. */
export interface LongTask {
  readonly wallMs: number
  /** Time in which the thread really ran; the rest it waited for a busy core. */
  readonly cpuMs: number
}

/** Does something with a page and returns the long tasks meanwhile, by Chromium's own trace. */
export async function longTasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<LongTask[]> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')))
  const thread = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const isMain = (event: (typeof traceEvents)[number]) =>
    event.name === 'thread_name' && event.args?.name === 'CrRendererMain'
  const mains = new Set(traceEvents.filter(isMain).map(thread))
  return traceEvents
    .filter((event) => event.name === TASK && mains.has(thread(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }))
    .filter(({ wallMs }) => wallMs > LONG_MS)
}
