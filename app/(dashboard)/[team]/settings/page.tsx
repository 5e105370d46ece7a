import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { Facts, PasswordForm } from '@/components/settings'
import { Card, DotBadge, PageHeader } from '@/components/ui'
import { hasRole, microToText } from '@/lib/kernel'
import { listPrices, type PriceView } from '@/lib/prices'
import { currentRuntime } from '@/lib/runtime'
import { listEnvironments } from '@/lib/teams'
import { changePasswordAction } from './actions'
import { AdminSettings, AuditCard } from './admin-settings'

export const metadata = { title: 'Settings' }

interface SettingsPageProps {
  readonly params: Promise<{ team: string }>
}

const SOURCES: Record<PriceView['source'], string> = {
  admin: 'set by an admin',
  contract: 'from the contract of this deployment',
  none: 'spend is shown in items until it is set',
}

export default async function SettingsPage({ params }: SettingsPageProps) {
  const ctx = await requireMember(params)
  const { prices: contractPrices } = currentRuntime()
  const [environments, prices] = await Promise.all([listEnvironments(ctx), listPrices(ctx, contractPrices)])
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const priceFacts = Object.fromEntries(
    prices.map(({ operation, priceMicro, source }) => [
      operation,
      `${priceMicro === null ? 'Unknown' : `${microToText(priceMicro)} credits per item`}: ${SOURCES[source]}`,
    ]),
  )
  return (
    <>
      <PageHeader title="Settings" description={`${ctx.team.name}, ${ctx.team.timeZone}`} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Card title="Environments">
            <Group gap="xs">
              {environments.map(({ id, name, color }) => (
                <DotBadge key={id} color={color}>
                  {name}
                </DotBadge>
              ))}
            </Group>
          </Card>
          <Card
            title="Prices"
            description="What is settled keeps the price it had: history is never repriced."
          >
            <Facts facts={priceFacts} />
          </Card>
          <Card title="Upstream">
            <Facts facts={upstreamFacts()} />
          </Card>
          <Card title="Your password">
            <PasswordForm change={changePasswordAction} />
          </Card>
        </SimpleGrid>
        {isAdmin ? (
          <AdminSettings ctx={ctx} prices={prices} />
        ) : (
          <Text size="sm">Admins change the rest here.</Text>
        )}
        {isAdmin && <AuditCard ctx={ctx} />}
      </Stack>
    </>
  )
}

function upstreamFacts(): Record<string, string> {
  const { sandbox, upstream } = currentRuntime()
  const { contract } = upstream
  return {
    Address: sandbox ? 'The built-in sandbox: pretend data, pretend credits' : upstream.baseUrl,
    'Keys are sent as': contract.authHeader === 'authorization' ? 'Authorization: Bearer' : 'x-api-key',
    'Support address': contract.supportAddress ?? 'Not given',
  }
}
