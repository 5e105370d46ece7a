import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { AddService } from '@/components/services'
import { KeyTabs } from '@/components/shell'
import { ButtonLink, CardBoundary, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { listServices } from '@/lib/keys/services'
import { createServiceAction } from './actions'
import { ServicesCard } from './services-card'

export const metadata = { title: 'Services' }

interface ServicesPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

/** Lists the programs that call through the gateway, and what each used. */
export default async function ServicesPage({ params, searchParams }: ServicesPageProps) {
  const ctx = await requireMember(params)
  const [range, services] = await Promise.all([readPageRange(ctx, searchParams), listServices(ctx)])
  const { slug } = ctx.team
  return (
    <>
      <PageHeader
        title="Services"
        description="Programs of your team that call the upstream through Purser’s gateway."
        actions={
          services.length > 0 && (
            <>
              <RangePicker
                preset={range.preset}
                from={range.from}
                to={range.to}
                timeZone={range.timeZone}
                environments={range.environments}
                environmentId={range.environmentId}
              />
              <ButtonLink href={`/${slug}/services/connect`} variant="default">
                How to connect a service
              </ButtonLink>
              {hasRole(ctx.actor.role, 'admin') && <AddService team={slug} create={createServiceAction} />}
            </>
          )
        }
      />
      <KeyTabs team={slug} />
      <CardBoundary>
        <ServicesCard ctx={ctx} range={range} />
      </CardBoundary>
    </>
  )
}
