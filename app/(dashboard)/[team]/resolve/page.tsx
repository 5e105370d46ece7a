import { Stack } from '@mantine/core'
import { z } from 'zod'
import { requireMember, type SearchParams } from '@/app/_server'
import { AppLink, EmptyState, LiveRefresh, PageHeader } from '@/components/ui'
import { ResolvedCalls, UnknownCalls } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listLostCallGroups, listUnknowns, MAX_RESOLVED } from '@/lib/money/statements'
import { listTeamWallets } from '../team-reads'
import { resolveCallsAction } from './actions'

export const metadata = { title: 'Unresolved calls' }

interface ResolvePageProps {
  readonly params: Promise<{ team: string }>
  /** `calls`: number of calls to show. */
  readonly searchParams: SearchParams
}

/** Number of calls shown at first, and added each time on request. */
const AT_ONCE = 50
const MAX = 1000
const shownCalls = z.coerce.number().int().min(AT_ONCE).max(MAX).catch(AT_ONCE)

/** Lists the calls whose answer was lost, so that admins can say what became of them. */
export default async function ResolvePage({ params, searchParams }: ResolvePageProps) {
  const ctx = await requireMember(params)
  const { slug: team } = ctx.team
  const shown = shownCalls.parse((await searchParams).calls)
  const [found, sums] = await Promise.all([
    listUnknowns(ctx, shown + 1),
    listTeamWallets(ctx).then((wallets) => listLostCallGroups(ctx, wallets)),
  ])
  const calls = found.slice(0, shown)
  const open = calls.filter(({ resolution }) => resolution === null)
  const resolved = calls.flatMap((call) => (call.resolution ? { ...call, resolution: call.resolution } : []))
  return (
    <>
      <LiveRefresh team={team} />
      <PageHeader
        back={{ href: `/${team}/wallets`, label: 'All wallets' }}
        title="Unresolved calls"
        description="Requests whose response never arrived. What they may have cost stays reserved until it is known."
      />
      <Stack gap="lg">
        {open.length === 0 ? (
          <EmptyState title="No unresolved calls" text="The cost of every call is known." />
        ) : (
          <UnknownCalls
            team={team}
            calls={open}
            sums={sums}
            maxChosen={MAX_RESOLVED}
            resolve={hasRole(ctx.actor.role, 'admin') ? resolveCallsAction : null}
          />
        )}
        {found.length > shown && shown < MAX && (
          <AppLink href={`/${team}/resolve?calls=${shown + AT_ONCE}`} scroll={false}>
            Show {AT_ONCE} more
          </AppLink>
        )}
        <ResolvedCalls team={team} calls={resolved} />
      </Stack>
    </>
  )
}
