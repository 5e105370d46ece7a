import { Text } from '@mantine/core'
import { dayZone } from '@/app/_server'
import type { TeamCtx } from '@/lib/platform/db'

/** Says that the days of a new time zone are still being counted, and that the old one's are shown meanwhile. */
export async function ZoneNote({ ctx }: { readonly ctx: TeamCtx }) {
  const { timeZone, next } = await dayZone(ctx)
  if (!next) return null
  return (
    <Text size="sm" role="status">
      Days are being counted again for {next.timeZone}: {Math.floor(100 * next.part)} % done. Until then usage
      is shown in days of {timeZone}.
    </Text>
  )
}
