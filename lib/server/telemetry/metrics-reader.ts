import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { joinMetrics, type MetricTexts, setGauge, writeMetrics } from '@/lib/platform/metrics'
import type { TeamGauges } from './team-gauges'

/** Answers those who scrape an instance's metrics. */
export interface MetricsReader {
  /** Whether the header `Authorization` brings the token of the settings. */
  accepts(authorization: string | null): boolean
  /** All metrics of both processes, as Prometheus reads them. */
  read(): Promise<string>
}

interface MetricsReaderParts {
  readonly token: string
  readonly clock: Pick<Clock, 'monotonic'>
  readonly worker: { metrics(): Promise<MetricTexts> }
  /** Whether the worker is another process; else it tells what this one has counted too. */
  readonly isApart: boolean
  readonly teams: TeamGauges
}

/** Several who scrape at once share an answer. */
const SHARED_MS = 1000
/** With a label, since the worker would tell one without as 0. */
const WORKER = { process: 'worker' }

/** Makes the reader of an instance. */
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
    // Of digests, so that not even the length of the token shows in the time that it takes.
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
