import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { joinMetrics, type MetricTexts, setGauge, writeMetrics } from '@/lib/platform/metrics'
import type { TeamGauges } from './team-gauges'

/** Answers those who scrape an instance's metrics. */
export interface MetricsReader {
  /** Returns whether the header `Authorization` has the token of the settings. */
  accepts(authorization: string | null): boolean
  /** Returns all metrics of both processes, in Prometheus's format. */
  read(): Promise<string>
}

interface MetricsReaderParts {
  readonly token: string
  readonly clock: Pick<Clock, 'monotonic'>
  readonly worker: { metrics(): Promise<MetricTexts> }
  /** True if the worker is another process; otherwise it also reports what this one has counted. */
  readonly isApart: boolean
  readonly teams: TeamGauges
}

/** Time for which simultaneous scrapers share an answer. */
const SHARED_MS = 1000
/** Has a label, because the worker would report an unlabelled one as 0. */
const WORKER = { process: 'worker' }

/** Creates the reader of an instance. */
export function createMetricsReader({
  token,
  clock,
  worker,
  isApart,
  teams,
}: MetricsReaderParts): MetricsReader {
  let latest: { readonly at: number; readonly text: Promise<string> } | null = null
  const expected = digestOf(`Bearer ${token}`)

  async function readNow(): Promise<string> {
    await teams.refresh()
    if (!isApart) {
      setGauge('purser_worker_up', [[WORKER, 1]])
      return joinMetrics([await worker.metrics()])
    }
    const theirs = await worker.metrics().catch(() => null)
    setGauge('purser_worker_up', [[WORKER, theirs === null ? 0 : 1]])
    return joinMetrics([await writeMetrics(), theirs ?? {}])
  }
  return {
    // Compares digests, so that the time taken does not reveal even the length of the token.
    accepts: (authorization) =>
      timingSafeEqual(digestOf((authorization ?? '').replace(/^bearer +/i, 'Bearer ')), expected),
    read() {
      const now = clock.monotonic()
      if (latest === null || now - latest.at >= SHARED_MS) latest = { at: now, text: readNow() }
      return latest.text
    },
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
