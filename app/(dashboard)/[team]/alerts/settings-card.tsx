import { SettingForms } from '@/components/alerts'
import { Card } from '@/components/ui'
import { listSettings } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'
import { changeSettingAction } from './actions'

export async function SettingsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const settings = await listSettings(ctx)
  return (
    <Card title="What is watched" anchor="watched">
      <SettingForms team={ctx.team.slug} settings={settings} change={changeSettingAction} />
    </Card>
  )
}
