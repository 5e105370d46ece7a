import { SimpleGrid, Stack } from '@mantine/core'
import { AuditTable, EnvironmentForm, PriceForm, TeamForm } from '@/components/settings'
import { Card } from '@/components/ui'
import { listAuditEntries } from '@/lib/audit'
import type { TeamCtx } from '@/lib/db'
import { microToText } from '@/lib/kernel'
import type { PriceView } from '@/lib/prices'
import { ENVIRONMENT_COLORS, listTimeZones } from '@/lib/teams'
import { createEnvironmentAction, setPriceAction, updateTeamAction } from './actions'

interface AdminSettingsProps {
  readonly ctx: TeamCtx
  readonly prices: readonly PriceView[]
}

const OPERATIONS = ['timeline', 'search', 'followers'] as const

/** What only admins change. */
export function AdminSettings({ ctx, prices }: AdminSettingsProps) {
  const { slug, name, timeZone } = ctx.team
  const priceOf = (operation: string) =>
    prices.find((price) => price.operation === operation)?.priceMicro ?? null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card title="Team">
        <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
      </Card>
      <Card title="Add an environment">
        <EnvironmentForm team={slug} colors={ENVIRONMENT_COLORS} create={createEnvironmentAction} />
      </Card>
      <Card title="Set prices" description="In credits per item; a price holds from the moment it is set.">
        <Stack>
          {OPERATIONS.map((operation) => {
            const price = priceOf(operation)
            return (
              <PriceForm
                key={operation}
                team={slug}
                operation={operation}
                price={price === null ? '' : microToText(price)}
                set={setPriceAction}
              />
            )
          })}
        </Stack>
      </Card>
    </SimpleGrid>
  )
}

export async function AuditCard({ ctx }: { readonly ctx: TeamCtx }) {
  const entries = await listAuditEntries(ctx)
  return (
    <Card title="Audit log">
      <AuditTable entries={entries} timeZone={ctx.team.timeZone} />
    </Card>
  )
}
