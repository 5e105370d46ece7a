import { readPageRange } from '@/app/_server'
import { Card } from '@/components/ui'
import { SpendView } from '@/components/usage'
import { listSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from '../team-wallets'

/** Charts what today's calls cost, with the balance beside it. */
export async function FirstChart({ ctx, title }: { readonly ctx: TeamCtx; readonly title: string }) {
  const { range, environments } = await readPageRange(ctx, Promise.resolve({}), 'today')
  const wallets = await teamWallets(ctx)
  const named = (id: string) => environments.find((environment) => environment.id === id)
  const report = await listSpend(ctx, {
    range,
    dimension: 'environmentId',
    walletIds: wallets.map(({ id }) => id),
    nameOf: (id) => ({ label: named(id)?.name ?? 'Unknown', color: named(id)?.color ?? null }),
  })
  return (
    <Card title={title} description={`All calls, by hour, in ${ctx.team.timeZone}`}>
      <SpendView name={title} report={report} hrefs={{}} seriesParameter={null} />
    </Card>
  )
}
