import { Group } from '@mantine/core'
import { EnvironmentForm, RenameEnvironmentForm } from '@/components/settings'
import { Card, DotBadge, FormDrawer } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { ENVIRONMENT_COLORS, type EnvironmentView, listEnvironments } from '@/lib/teams/teams'
import { createEnvironmentAction, renameEnvironmentAction } from './actions'

/** Lists the team's environments; admins add and rename them. */
export async function EnvironmentsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const environments = await listEnvironments(ctx)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card
      title="Environments"
      actions={isAdmin && <EnvironmentForms team={ctx.team.slug} environments={environments} />}
    >
      <Group gap="xs">
        {environments.map(({ id, name, color }) => (
          <DotBadge key={id} color={color}>
            {name}
          </DotBadge>
        ))}
      </Group>
    </Card>
  )
}

interface EnvironmentFormsProps {
  readonly team: string
  readonly environments: readonly EnvironmentView[]
}

function EnvironmentForms({ team, environments }: EnvironmentFormsProps) {
  return (
    <>
      <FormDrawer label="Rename environment" title="Rename an environment" variant="default" size="xs">
        <RenameEnvironmentForm
          team={team}
          environments={environments.map(({ id, name }) => ({ id, name }))}
          rename={renameEnvironmentAction}
        />
      </FormDrawer>
      <FormDrawer label="Add environment" title="Add an environment" variant="default" size="xs">
        <EnvironmentForm
          team={team}
          colors={ENVIRONMENT_COLORS}
          create={createEnvironmentAction}
          used={environments.map(({ color }) => color)}
        />
      </FormDrawer>
    </>
  )
}
