import { Group, Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'

interface ChannelFilterProps {
  readonly team: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** Channel whose messages are shown; undefined for all. */
  readonly chosen: string | undefined
}

/** Links to the messages of all channels, or of one. */
export function ChannelFilter({ team, channels, chosen }: ChannelFilterProps) {
  const here = `/${team}/alerts`
  const links = [
    { id: undefined, name: 'All channels', href: here },
    ...channels.map(({ id, name }) => ({ id, name, href: `${here}?channel=${id}` })),
  ]
  return (
    <Group component="nav" gap="sm" mb="sm" aria-label="Messages of">
      {links.map(({ id, name, href }) =>
        id === chosen ? (
          <Text key={href} size="sm" fw={600} aria-current="true">
            {name}
          </Text>
        ) : (
          <LinkTo key={href} href={href} size="sm" scroll={false}>
            {name}
          </LinkTo>
        ),
      )}
    </Group>
  )
}
