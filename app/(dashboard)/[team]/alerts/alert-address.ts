import { z } from 'zod'

/** The URL parameters of the alerts page: the channel whose messages are shown, and the cursors of its lists. */
export const alertQuery = z.object({
  channel: z.string().optional().catch(undefined),
  /** The past alert after which the list continues. */
  past: z.string().optional().catch(undefined),
  /** The message after which the list continues. */
  sent: z.string().optional().catch(undefined),
})

export type AlertQuery = z.output<typeof alertQuery>

/** Returns the URL of the alerts page with these parameters; undefined ones are left out. */
export function hrefToAlerts(team: string, query: AlertQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return search === '' ? `/${team}/alerts` : `/${team}/alerts?${search}`
}
