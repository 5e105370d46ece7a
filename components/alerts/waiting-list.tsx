import { Group, Stack } from '@mantine/core'
import { AppLink, ButtonLink, Dimmed } from '@/components/ui'
import type { AttentionItem } from '@/lib/alerts/alerts'
import { KindBadge } from './labels'

interface WaitingListProps {
  readonly team: string
  readonly needs: readonly AttentionItem[]
  /** Admins decide; others only see it. */
  readonly isAdmin: boolean
}

/**
 * Lists what needs attention and is not an alert: raises, and calls whose cost is not known. The bell counts them too.
 */
export function OtherNeedsList({ team, needs, isAdmin }: WaitingListProps) {
  if (needs.length === 0) return null
  return (
    <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
      {needs.map(({ key, kind, text, path }) => {
        const act = isAdmin ? (kind === 'raise' ? 'Decide' : 'Resolve') : 'See'
        return (
          <li key={key}>
            <Stack gap={4} align="flex-start">
              <Group gap="xs">
                <KindBadge kind={kind} />
                <AppLink size="md" href={`/${team}/${path}`} isBold>
                  {text}
                </AppLink>
              </Group>
              <Dimmed>
                {kind === 'raise'
                  ? 'No message is sent when a member asks for more.'
                  : 'What they may have cost stays reserved until they are resolved.'}
              </Dimmed>
              <ButtonLink
                href={`/${team}/${path}`}
                size="xs"
                variant="default"
                aria-label={`${act}: ${text}`}
              >
                {act}
              </ButtonLink>
            </Stack>
          </li>
        )
      })}
    </Stack>
  )
}
