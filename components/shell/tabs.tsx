import { PageTabs } from '@/components/ui'

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

/** Shows the pages of the entry Settings. Tokens and the audit log are for admins. */
export function SettingTabs({ team, isAdmin }: TabsProps & { readonly isAdmin: boolean }) {
  const tabs = {
    General: '/settings',
    Provider: '/settings/provider',
    Costs: '/settings/costs',
    API: '/api',
    ...(isAdmin && { Tokens: '/settings/tokens', 'Audit log': '/settings/audit' }),
  }
  return <PageTabs label="Settings" tabs={tabsOf(team, tabs)} />
}
