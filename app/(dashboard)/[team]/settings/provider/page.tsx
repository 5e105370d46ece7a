import { Alert, Stack } from '@mantine/core'
import { requireMember, teamCountHabits, teamProvider } from '@/app/_server'
import { CountHabits, ProviderEditor } from '@/components/provider'
import { SettingTabs } from '@/components/shell'
import { PageHeader } from '@/components/ui'
import { formatMoment, hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { defaultProvider, type Provider } from '@/lib/upstream/client'
import { fieldsOf } from '@/lib/upstream/providers'
import { changeProviderAction, resetProviderAction } from './actions'
import { readTesting } from './testing'

export const metadata = { title: 'Upstream provider' }

interface ProviderPageProps {
  readonly params: Promise<{ team: string }>
}

const valuesOf = (provider: Provider) => Object.fromEntries(fieldsOf(provider))

export default async function ProviderPage({ params }: ProviderPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const { provider, deployment, sources, changedBy, changedAt, problem } = await teamProvider(ctx)
  const mayEdit = hasRole(ctx.actor.role, 'admin')
  const changed = changedAt && `Changed by ${changedBy}, ${formatMoment(changedAt, timeZone)} (${timeZone}).`
  return (
    <>
      <PageHeader
        title="Upstream provider"
        description={`What the upstream’s interface leaves open, and how this team fills it. ${changed ?? 'This team has changed nothing.'}`}
      />
      <SettingTabs team={slug} isAdmin={mayEdit} />
      <Stack>
        {problem && (
          <Alert role="alert" color="red" variant="light" title="No call can be made">
            {problem}
          </Alert>
        )}
        <ProviderEditor
          team={slug}
          values={valuesOf(provider)}
          deployment={valuesOf(deployment)}
          defaults={valuesOf(defaultProvider)}
          sources={sources}
          changedAt={changedAt}
          mayEdit={mayEdit}
          prefix={new URL(currentRuntime().upstreams.baseUrl).pathname.replace(/\/+$/, '')}
          change={changeProviderAction}
          reset={resetProviderAction}
          testing={await readTesting(ctx, provider)}
        />
        <CountHabits habits={await teamCountHabits(ctx)} timeZone={timeZone} />
      </Stack>
    </>
  )
}
