import type { ReactNode } from 'react'
import { requireMember } from '@/app/_server'
import { SettingsIndex } from '@/components/shell'
import { hasRole } from '@/lib/kernel'

interface SettingsLayoutProps {
  readonly params: Promise<{ team: string }>
  readonly children: ReactNode
}

/** Shows the groups of settings beside each of their pages. */
export default async function SettingsLayout({ params, children }: SettingsLayoutProps) {
  const { team, actor } = await requireMember(params)
  return (
    <SettingsIndex team={team.slug} isAdmin={hasRole(actor.role, 'admin')}>
      {children}
    </SettingsIndex>
  )
}
