import { Group } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { EnvironmentForm, RenameEnvironmentForm } from '@/components/settings'
import { EnvironmentBadge, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { ENVIRONMENT_COLORS, type EnvironmentView, listEnvironments } from '@/lib/teams/teams'
import { createEnvironmentAction, renameEnvironmentAction } from '../actions'

export const metadata = { title: 'Environments · settings' }

interface EnvironmentsPageProps {
  readonly params: Promise<{ team: string }>
}

/** Lists the team's environments; admins add and rename them. */
export default async function EnvironmentsPage({ params }: EnvironmentsPageProps) {
  const ctx = await requireMember(params)
  const environments = await listEnvironments(ctx)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <PageHeader
        title="Environments"
        description="Each key belongs to one. Usage and spend are grouped by them."
        actions={isAdmin && <EnvironmentForms team={ctx.team.slug} environments={environments} />}
      />
      <Group gap="xs">
        {environments.map(({ id, name, color }) => (
          <EnvironmentBadge key={id} color={color}>
            {name}
          </EnvironmentBadge>
        ))}
      </Group>
    </>
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
      <FormDrawer label="Add environment" title="Add an environment" size="xs">
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
