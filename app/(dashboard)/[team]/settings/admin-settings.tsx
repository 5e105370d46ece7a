import { Alert, Stack } from '@mantine/core'
import { teamPrices } from '@/app/_server'
import { AuditTable, EnvironmentForm, PriceForm, TeamForm } from '@/components/settings'
import { Card, LinkTo } from '@/components/ui'
import { nanoToText, OPERATION_NAMES, type Operation } from '@/lib/kernel'
import { ENTRIES_PER_PAGE, listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { ENVIRONMENT_COLORS, listTimeZones } from '@/lib/teams/teams'
import { createEnvironmentAction, setPriceAction, updateTeamAction } from './actions'

/** What only admins see and change. */
interface CardProps {
  readonly ctx: TeamCtx
}

/** What the door has seen of the deployment that an operator should change; see lib/server/cli/door.mjs. */
export function DoorNotes() {
  const notes = processWide('door-notes', () => new Map<string, string>())
  return [...notes].map(([name, text]) => (
    <Alert key={name} color="yellow" variant="light" title="This installation">
      {text}
    </Alert>
  ))
}

export function TeamForms({ ctx }: CardProps) {
  const { slug, name, timeZone } = ctx.team
  return (
    <>
      <Card title="Team">
        <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
      </Card>
      <Card title="Add an environment">
        <EnvironmentForm team={slug} colors={ENVIRONMENT_COLORS} create={createEnvironmentAction} />
      </Card>
    </>
  )
}

export async function PricesForms({ ctx }: CardProps) {
  const prices = await teamPrices(ctx)
  const textOf = (operation: Operation) => {
    const price = prices.find((each) => each.operation === operation)?.priceNano ?? null
    return price === null ? '' : nanoToText(price)
  }
  return (
    <Card
      title="Set prices"
      description="In credits per item, from now on or from a later day. Past calls keep their price."
    >
      <Stack>
        {OPERATION_NAMES.map((operation) => (
          <PriceForm
            key={operation}
            team={ctx.team.slug}
            operation={operation}
            price={textOf(operation)}
            set={setPriceAction}
          />
        ))}
      </Stack>
    </Card>
  )
}

export async function AuditCard({ ctx }: CardProps) {
  const entries = await listAuditEntries(ctx)
  return (
    <Card
      title="Audit log"
      actions={
        <LinkTo href={`/${ctx.team.slug}/settings/audit`} size="sm">
          Search and export
        </LinkTo>
      }
    >
      <AuditTable
        caption={`The team's latest ${ENTRIES_PER_PAGE} entries, times in ${ctx.team.timeZone}`}
        entries={entries}
        timeZone={ctx.team.timeZone}
      />
    </Card>
  )
}
