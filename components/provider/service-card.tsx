import { Code, Group, List, ListItem, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, Disclosure, FactList, StateBadge } from '@/components/ui'
import { formatDay, formatPlural, formatRate } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

interface ServiceCardProps {
  readonly provider: Provider
  readonly baseUrl: string
  /** True if the built-in sandbox stands in for it. */
  readonly isSandbox: boolean
  /** Control that changes it, for those with permission. */
  readonly change: ReactNode
}

/** Shows which service the team uses, and what is known of it. */
export function ServiceCard({ provider, baseUrl, isSandbox, change }: ServiceCardProps) {
  const { unconfirmed, sources } = provider
  return (
    <Card title="Service" actions={change}>
      <Stack gap="sm">
        <FactList
          facts={{
            Name: (
              <Group component="span" gap="xs">
                {provider.name}
                {isSandbox && <StateBadge tone="warn">Sandbox</StateBadge>}
              </Group>
            ),
            Address: isSandbox ? 'The built-in sandbox: pretend data and credits' : <Code>{baseUrl}</Code>,
            Balance: describeAccount(provider),
            'Rate limit': describeLimit(provider),
          }}
        />
        {(unconfirmed.length > 0 || sources.length > 0) && (
          <Disclosure
            label={
              unconfirmed.length > 0
                ? `Not confirmed by public documents: ${formatPlural(unconfirmed.length, 'fact')}`
                : 'Sources'
            }
          >
            <Stack gap="sm">
              {unconfirmed.length > 0 && (
                <List size="sm">
                  {unconfirmed.map((fact) => (
                    <ListItem key={fact}>{fact}</ListItem>
                  ))}
                </List>
              )}
              <div>
                <Text size="sm" fw={600}>
                  Sources
                </Text>
                <List size="sm">
                  {sources.map(({ facts, url, read }) => (
                    <ListItem key={`${facts} ${url}`} style={{ overflowWrap: 'anywhere' }}>
                      {facts}: {url}, read on {formatDay(new Date(read), 'UTC')}
                    </ListItem>
                  ))}
                </List>
              </div>
            </Stack>
          </Disclosure>
        )}
      </Stack>
    </Card>
  )
}

const describeAccount = ({ account, balanceUnit }: Provider): string =>
  account === null ? 'Not reported by the service' : `Read at ${account.path}, in ${balanceUnit}`

function describeLimit({ account, rate, plans }: Provider): string {
  const each = plans.map(
    ({ name, requests, perMs }) => `${name} ${formatRate({ requests, windowMs: perMs })}`,
  )
  const sold = each.length === 0 ? '' : ` (${each.join('; ')})`
  if (account !== null && account.rate !== null) return `Reported by the service${sold}`
  if (rate) return `${formatRate({ requests: rate.requests, windowMs: rate.perMs })}, as documented${sold}`
  return `Not known${sold}`
}
