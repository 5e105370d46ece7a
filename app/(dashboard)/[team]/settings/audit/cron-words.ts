import { describeCron } from '@/lib/collect/schedules'

/** The crons in details of entries, in words, as the page of schedules has them. */
export function cronWords(details: readonly string[]): Readonly<Record<string, string>> {
  const found = details.flatMap((detail) => cronsOf(read(detail)))
  return Object.fromEntries(found.map((cron) => [cron, describeCron(cron)]))
}

/** A schedule that was saved for the first time, or changed, tells what it was and what it became. */
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
