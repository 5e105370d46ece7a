import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, readPageRange, requireMember, type SearchParams, titleOf } from '@/app/_server'
import { ButtonLink, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { getService } from '@/lib/keys/services'
import { InOrder } from '../../loaded'
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

/** Read once for the page and its title. */
const readService = cache(getService)

export async function generateMetadata({ params }: Pick<ServicePageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('service', async () => (await readService(ctx, id)).name) }
}

const CARDS = [
  { title: 'Usage', Content: UseCard, height: 90 },
  { title: 'Now', Content: LiveCard, height: 110 },
  { title: 'Gateway keys', Content: GatewayKeysCard, height: 160 },
  { title: 'Spend', Content: ServiceSpendCard, height: 340 },
  { title: 'Budgets', Content: ServiceBudgetsCard, height: 60 },
]

/** A service: what it uses, what it does now, and the gateway keys that it calls with. */
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
              {...{ preset: range.preset, from: range.from, to: range.to }}
              timeZone={range.timeZone}
              environments={[]}
              environmentId={null}
            />
            <ButtonLink href={`/${slug}/services/connect`} variant="default">
              Connect a service
            </ButtonLink>
            {hasRole(ctx.actor.role, 'admin') && <ServiceActions ctx={ctx} service={service} />}
          </>
        }
      />
      <Stack>
        <InOrder
          parts={CARDS.map(({ title, Content, height }) => ({
            ...{ title, height },
            content: <Content ctx={ctx} service={service} range={range} title={title} />,
          }))}
        />
      </Stack>
    </>
  )
}
