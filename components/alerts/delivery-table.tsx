import { Group, Text } from '@mantine/core'
import type { Action } from '@/components/forms'
import { AppLink, DataTable } from '@/components/ui'
import type { DeliveryView } from '@/lib/alerts/alerts'
import { currentTimeZone, formatMoment, formatPlural } from '@/lib/kernel'
import { describeMessage } from './labels'
import { ResendMessage } from './send-again'

interface DeliveryTableProps {
  readonly deliveries: readonly DeliveryView[]
  readonly team: string
  /** Null for people who may not send again. */
  readonly sendAgain: Action<{ team: string; deliveryId: string }> | null
}

/** Lists sent messages with their results, newest first. */
export function DeliveryTable({ deliveries, team, sendAgain }: DeliveryTableProps) {
  return (
    <DataTable
      caption="Messages, newest first"
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: `Written (${currentTimeZone()})`,
          render: ({ createdAt }) => formatMoment(createdAt),
        },
        { label: 'Channel', onCard: 'line', render: ({ channelName }) => channelName },
        { label: 'Message', onCard: 'line', render: describeMessage },
        { label: 'State', onCard: 'line', render: (delivery) => describeState(delivery) },
        ...(sendAgain
          ? [
              {
                label: 'Again',
                isActions: true,
                render: (delivery: DeliveryView) =>
                  delivery.mayBeSentAgain && (
                    <ResendMessage
                      team={team}
                      deliveryId={delivery.id}
                      message={describeMessage(delivery)}
                      send={sendAgain}
                    />
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}

function describeState(delivery: DeliveryView): string {
  const { state, tries, lastProblem, nextTryAt } = delivery
  const problem = lastProblem === null ? '' : ` ${lastProblem}`
  if (state === 'sent') return tries > 1 ? `Sent after ${tries} tries` : 'Sent'
  if (state === 'failed') return `Failed after ${formatPlural(tries, 'try', 'tries')}.${problem}`
  return tries === 0 || nextTryAt === null ? 'Waiting' : `Next try on ${formatMoment(nextTryAt)}.${problem}`
}

interface ChannelFilterProps {
  readonly team: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** Channel whose messages are shown; undefined for all. */
  readonly chosen: string | undefined
}

/** Links to the messages of all channels, or of one. */
export function ChannelFilter({ team, channels, chosen }: ChannelFilterProps) {
  const here = `/${team}/alerts?tab=channels`
  const links = [
    { id: undefined, name: 'All channels', href: here },
    ...channels.map(({ id, name }) => ({ id, name, href: `${here}&channel=${id}` })),
  ]
  return (
    <Group component="nav" gap="sm" mb="sm" aria-label="Messages of">
      {links.map(({ id, name, href }) =>
        id === chosen ? (
          <Text key={href} size="sm" fw={600} aria-current="true">
            {name}
          </Text>
        ) : (
          <AppLink key={href} href={href} size="sm" scroll={false}>
            {name}
          </AppLink>
        ),
      )}
    </Group>
  )
}
