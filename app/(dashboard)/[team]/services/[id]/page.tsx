import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, readPageRange, requireMember, type SearchParams, titleOf } from '@/app/_server'
import { ButtonLink, CardBoundary, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { getService } from '@/lib/keys/services'
import { ServiceBudgetsCard } from './budgets-card'
import { GatewayKeysCard } from './keys-card'
import { LiveCard } from './live-card'
import { ServiceActions } from './service-actions'
import { ServiceSpendCard } from './spend-card'
import { UseCard } from './use-card'

interface ServicePageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** Reads the service once for the page and its title. */
const readService = cache(getService)

export async function generateMetadata({ params }: Pick<ServicePageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('service', async () => (await readService(ctx, id)).name) }
}

const CARDS = [
  { title: 'Usage', Content: UseCard },
  { title: 'Now', Content: LiveCard },
  { title: 'Gateway keys', Content: GatewayKeysCard },
  { title: 'Spend', Content: ServiceSpendCard },
  { title: 'Budgets', Content: ServiceBudgetsCard },
]

/** Shows a service: its usage, its present activity, and the gateway keys that it calls with. */
export default async function ServicePage({ params, searchParams }: ServicePageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const service = await orPage(() => readService(ctx, id), `/${slug}/services/${id}`)
  const range = await readPageRange(ctx, searchParams)
  return (
    <>
      <PageHeader
        back={{ href: `/${slug}/services`, label: 'All services' }}
        title={service.name}
        description="A service of your team"
        actions={
          <>
            <RangePicker
              preset={range.preset}
              from={range.from}
              to={range.to}
              timeZone={range.timeZone}
              environments={[]}
              environmentId={null}
            />
            <ButtonLink href={`/${slug}/services/connect`} variant="default">
              How to connect a service
            </ButtonLink>
            {hasRole(ctx.actor.role, 'admin') && <ServiceActions ctx={ctx} service={service} />}
          </>
        }
      />
      <Stack>
        {CARDS.map(({ title, Content }) => (
          <CardBoundary key={title}>
            <Content ctx={ctx} service={service} range={range} title={title} />
          </CardBoundary>
        ))}
      </Stack>
    </>
  )
}
