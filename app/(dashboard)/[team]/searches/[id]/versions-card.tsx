import { VersionTable } from '@/components/searches'
import { Card } from '@/components/ui'
import { listSearchVersions } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'

interface VersionsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly searchId: string
}

/** Lists the search's past queries and its present one; nothing while there is only one. */
export async function VersionsCard({ title, ctx, searchId }: VersionsCardProps) {
  const versions = await listSearchVersions(ctx, searchId)
  if (versions.length < 2) return null
  return (
    <Card title={title} description="Each run names the version that it ran.">
      <VersionTable versions={versions} timeZone={ctx.team.timeZone} />
    </Card>
  )
}
