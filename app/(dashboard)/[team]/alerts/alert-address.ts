import { z } from 'zod'

/** What the address of the page of alerts says: the channel whose messages are shown, and after which the lists go on. */
export const alertQuery = z.object({
  channel: z.string().optional().catch(undefined),
  /** An alert that is over. */
  past: z.string().optional().catch(undefined),
  /** A message. */
  sent: z.string().optional().catch(undefined),
})

export type AlertQuery = z.output<typeof alertQuery>

/** The page of alerts with another part of its address; what is undefined is left out. */
export function hrefToAlerts(team: string, query: AlertQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return search === '' ? `/${team}/alerts` : `/${team}/alerts?${search}`
}
