import { Alert, Stack } from '@mantine/core'
import { requireMember, teamContract, teamCountHabits } from '@/app/_server'
import { ContractEditor, CountHabits } from '@/components/contract'
import { SettingTabs } from '@/components/shell'
import { PageHeader } from '@/components/ui'
import { formatMoment, hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { type Contract, defaultContract } from '@/lib/upstream/client'
import { fieldsOf } from '@/lib/upstream/contract'
import { changeContractAction, resetContractAction } from './actions'
import { readTesting } from './testing'

export const metadata = { title: 'Upstream contract' }

interface ContractPageProps {
  readonly params: Promise<{ team: string }>
}

const valuesOf = (contract: Contract) => Object.fromEntries(fieldsOf(contract))

export default async function ContractPage({ params }: ContractPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const { contract, deployment, sources, changedBy, changedAt, problem } = await teamContract(ctx)
  const mayEdit = hasRole(ctx.actor.role, 'admin')
  const changed = changedAt && `Changed by ${changedBy}, ${formatMoment(changedAt, timeZone)} (${timeZone}).`
  return (
    <>
      <PageHeader
        title="Upstream contract"
        description={`What the upstream’s interface leaves open, and how this team fills it. ${changed ?? 'This team has changed nothing.'}`}
      />
      <SettingTabs team={slug} isAdmin={mayEdit} />
      <Stack>
        {problem && (
          <Alert role="alert" color="red" variant="light" title="No call can be made">
            {problem}
          </Alert>
        )}
        <ContractEditor
          team={slug}
          values={valuesOf(contract)}
          deployment={valuesOf(deployment)}
          defaults={valuesOf(defaultContract)}
          sources={sources}
          changedAt={changedAt}
          mayEdit={mayEdit}
          prefix={new URL(currentRuntime().upstreams.baseUrl).pathname.replace(/\/+$/, '')}
          change={changeContractAction}
          reset={resetContractAction}
          testing={await readTesting(ctx, contract)}
        />
        <CountHabits habits={await teamCountHabits(ctx)} timeZone={timeZone} />
      </Stack>
    </>
  )
}
