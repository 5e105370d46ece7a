import { describeCron } from '@/lib/collect/schedules'

/** Returns the crons in entries' details in words, as on the schedules page. */
export function describeCrons(details: readonly string[]): Readonly<Record<string, string>> {
  const found = details.flatMap((detail) => cronsOf(read(detail)))
  return Object.fromEntries(found.map((cron) => [cron, describeCron(cron)]))
}

/** Returns the crons in an entry: a new schedule has one, a changed one has the old and the new. */
function cronsOf(detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null || !('cron' in detail)) return []
  const { cron } = detail
  const parts: unknown[] = typeof cron === 'object' && cron !== null ? Object.values(cron) : [cron]
  return parts.filter((part) => typeof part === 'string')
}

function read(detail: string): unknown {
  try {
    return JSON.parse(detail)
  } catch {
    return null
  }
}
