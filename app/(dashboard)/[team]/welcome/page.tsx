import { Grid, GridCol, Stack } from '@mantine/core'
import { redirect } from 'next/navigation'
import { readForPage, readPageRange, requireMember, type SearchParams, teamProvider } from '@/app/_server'
import { FirstPageItems } from '@/components/items/first-items'
import { ButtonLink, Card, CardBoundary, PageHeader } from '@/components/ui'
import { openRun } from '@/lib/collect/runs'
import { formatCount, formatCredits } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { TeamNextSteps } from '../next-steps'
import { listTeamWallets } from '../team-reads'
import { SpendCard } from '../usage/spend-chart'

export const metadata = { title: 'Your first page' }

interface WelcomePageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

/** Ends the set-up: shows what the first run bought, what it cost, and what to do next. */
export default async function WelcomePage({ params, searchParams }: WelcomePageProps) {
  const ctx = await requireMember(params)
  const { slug } = ctx.team
  const [runId] = [(await searchParams).run].flat()
  if (!runId) redirect(`/${slug}`)
  const [{ run, first }, { provider }] = await Promise.all([
    readForPage(() => openRun(ctx, runId), `/${slug}`),
    teamProvider(ctx),
  ])
  const cost = `${formatCount(run.items)} items for ${formatCredits(run.chargeNano)} ${provider.balanceUnit}`
  return (
    <>
      <PageHeader
        title="Your first items are here"
        description={`${run.searchName}: ${cost}.`}
        actions={<ButtonLink href={`/${slug}`}>Open the overview</ButtonLink>}
      />
      <Grid gap="xl">
        <GridCol span={{ base: 12, md: 6 }}>
          <Stack>
            <CardBoundary>
              <FirstChart ctx={ctx} title="Spend today" />
            </CardBoundary>
            <CardBoundary>
              <TeamNextSteps ctx={ctx} />
            </CardBoundary>
          </Stack>
        </GridCol>
        <GridCol span={{ base: 12, md: 6 }}>
          <Card title="What it bought" description={`Times in ${ctx.team.timeZone}`}>
            <FirstPageItems items={first.items} total={run.items} href={`/${slug}/runs/${run.id}`} />
          </Card>
        </GridCol>
      </Grid>
    </>
  )
}

/** Charts what today's calls cost, with the balance below it. */
async function FirstChart({ ctx, title }: { readonly ctx: TeamCtx; readonly title: string }) {
  const range = await readPageRange(ctx, Promise.resolve({}), 'today')
  const walletIds = (await listTeamWallets(ctx)).map(({ id }) => id)
  return <SpendCard ctx={ctx} title={title} range={range} narrowed={{}} walletIds={walletIds} />
}
