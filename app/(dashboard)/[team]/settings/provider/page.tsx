import { Alert, Stack } from '@mantine/core'
import { pageEstimates, requireMember, serviceOptions, teamCountHabits, teamProvider } from '@/app/_server'
import {
  ChangeService,
  CountHabits,
  ProviderEditor,
  ServiceCard,
  type TestPanelProps,
} from '@/components/provider'
import { PageHeader } from '@/components/ui'
import { byOperation, bySubject, firstOperationFor, formatMoment, hasRole } from '@/lib/kernel'
import { defaultProvider, listFormOf, type Provider } from '@/lib/upstream/client'
import { flattenProvider, type ProviderView } from '@/lib/upstream/providers'
import { changeProviderAction, chooseServiceAction, resetProviderAction, testProviderAction } from './actions'
import 'server-only'
import { maxProbeCalls } from '@/lib/collect/runs'
import { keyServiceId, listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

export const metadata = { title: 'Provider · settings' }

interface ProviderPageProps {
  readonly params: Promise<{ team: string }>
}

const valuesOf = (provider: Provider) => Object.fromEntries(flattenProvider(provider))

export default async function ProviderPage({ params }: ProviderPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const view = await teamProvider(ctx)
  const { provider, deployment, sources, changedBy, changedAt, problem } = view
  const { options, chosen } = serviceOptions(view)
  const mayEdit = hasRole(ctx.actor.role, 'admin')
  const changed = changedAt && `Changed by ${changedBy}, ${formatMoment(changedAt)} (${timeZone}).`
  return (
    <>
      <PageHeader
        title="Provider"
        description={`Which service this team uses, and how Purser calls it. ${changed ?? 'This team has changed nothing.'}`}
      />
      <Stack>
        {problem && (
          <Alert role="alert" color="red" variant="light" title="No call can be made">
            {problem}
          </Alert>
        )}
        <ServiceCard
          provider={provider}
          baseUrl={view.baseUrl}
          isSandbox={view.isSandbox}
          change={
            mayEdit && (
              <ChangeService
                team={slug}
                options={options}
                chosen={chosen}
                isPretend={view.choice.isSandbox}
                choose={chooseServiceAction}
              />
            )
          }
        />
        <ProviderEditor
          key={view.id}
          team={slug}
          service={view.id}
          values={valuesOf(provider)}
          deployment={valuesOf(deployment)}
          overrides={view.overrides}
          defaults={valuesOf(defaultProvider)}
          sources={sources}
          changedAt={changedAt}
          mayEdit={mayEdit}
          prefix={new URL(view.baseUrl).pathname.replace(/\/+$/, '')}
          change={changeProviderAction}
          reset={resetProviderAction}
          testing={await readTesting(ctx, view)}
        >
          <CountHabits
            habits={await teamCountHabits(ctx)}
            sizes={byOperation((operation) => listFormOf(provider, operation).count)}
          />
        </ProviderEditor>
      </Stack>
    </>
  )
}

/** Reads what the provider's test needs to show its cost first: the keys in use, the prices and the largest count. */
async function readTesting(
  ctx: TeamCtx,
  { provider, isSandbox, id: called }: ProviderView,
): Promise<Omit<TestPanelProps, 'team'>> {
  const [keys, estimates] = await Promise.all([listKeys(ctx), pageEstimates(ctx)])
  const costs = byOperation((operation) => ({
    maxCalls: maxProbeCalls(operation, provider),
    ...estimates[operation],
  }))
  const suggestions = isSandbox ? currentRuntime().sandbox?.suggestions : null
  return {
    keys: keys
      .filter((key) => key.status === 'active' && keyServiceId(key, currentRuntime().upstreams) === called)
      .map(({ id, name, prefix, environmentName, rate }) => ({
        id,
        label: `${environmentName} · ${name} (${prefix}…)`,
        rate,
      })),
    costs,
    accountPath: provider.account?.path ?? null,
    suggested: bySubject((kind) => suggestions?.[firstOperationFor(kind)] ?? ''),
    test: testProviderAction,
  }
}
