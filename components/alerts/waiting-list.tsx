import { Stack, Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import type { TeamNeed } from '@/lib/alerts/alerts'

interface WaitingListProps {
  readonly team: string
  readonly needs: readonly TeamNeed[]
}

/** What needs somebody and is no alert: requests, and calls whose cost is not known. The bell counts them too. */
export function WaitingList({ team, needs }: WaitingListProps) {
  if (needs.length === 0) return null
  return (
    <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
      {needs.map(({ key, kind, text, path }) => (
        <li key={key}>
          <LinkTo href={`/${team}/${path}`} isBold>
            {text}
          </LinkTo>
          <Text size="sm" c="dimmed">
            {kind === 'raise'
              ? 'Request · no message is sent about it'
              : 'Unknown calls · what they may have cost stays reserved until it is known'}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
