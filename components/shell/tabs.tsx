import type { ReactNode } from 'react'
import { PageTabs } from '@/components/ui'
import classes from './shell.module.css'

interface TabsProps {
  readonly team: string
}

const tabsOf = (team: string, tabs: Readonly<Record<string, string>>) =>
  Object.entries(tabs).map(([label, path]) => ({ label, href: `/${team}${path}` }))

/** Shows the pages of the entry Searches. */
export function SearchTabs({ team }: TabsProps) {
  const tabs = { Saved: '/searches', Schedules: '/searches/schedules', Runs: '/runs', Items: '/items' }
  return <PageTabs label="Searches" tabs={tabsOf(team, tabs)} />
}

/** Shows the pages of the entry Keys. */
export function KeyTabs({ team }: TabsProps) {
  const tabs = { 'API keys': '/keys', Services: '/services' }
  return <PageTabs label="Keys" tabs={tabsOf(team, tabs)} />
}

/** Shows the groups of settings at the left of one of them, on a phone above it. The audit log is for admins. */
export function SettingsIndex({ team, isAdmin, children }: SettingsIndexProps) {
  const tabs = {
    Team: '/settings',
    Environments: '/settings/environments',
    'Prices and money': '/settings/money',
    'Data retention': '/settings/retention',
    'API and tokens': '/settings/api',
    Provider: '/settings/provider',
    ...(isAdmin && { 'Audit log': '/settings/audit' }),
  }
  return (
    <div className={classes.settings}>
      <PageTabs label="Settings" tabs={tabsOf(team, tabs)} isIndex />
      <div>{children}</div>
    </div>
  )
}

interface SettingsIndexProps extends TabsProps {
  readonly isAdmin: boolean
  readonly children: ReactNode
}
