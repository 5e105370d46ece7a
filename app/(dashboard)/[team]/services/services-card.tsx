import { Text } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { AddService, ServiceTable } from '@/components/services'
import { EmptyState } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { createServiceAction } from './actions'
import { serviceRows } from './service-rows'

interface ServicesCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
}

/** Lists the services with what they used in the range; without any, explains how to begin. */
export async function ServicesCard({ ctx, range }: ServicesCardProps) {
  const rows = await serviceRows(ctx, range)
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const table = <ServiceTable team={slug} services={rows} now={ctx.clock.now()} timeZone={timeZone} />
  if (rows.some(({ isDeleted }) => !isDeleted)) return table
  return (
    <>
      <EmptyState
        title="No services yet"
        text="A service is a program of your team that calls the upstream. Through Purser’s gateway its calls keep the key’s pace, stay within your budgets and stand on the ledger."
        action={
          isAdmin ? (
            <AddService team={slug} create={createServiceAction} />
          ) : (
            <Text size="sm">An admin of your team can add one.</Text>
          )
        }
      />
      {rows.length > 0 && table}
    </>
  )
}
