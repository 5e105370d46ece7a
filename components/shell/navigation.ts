import {
  IconBell,
  IconChartBar,
  IconGauge,
  IconHome,
  IconKey,
  IconLayoutColumns,
  IconListSearch,
  IconPlayerPlay,
  IconSettings,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

/** The places of a team, in the order of the navigation; `path` follows the team's slug. */
export const PLACES = [
  { label: 'Overview', path: '', icon: IconHome },
  { label: 'Searches', path: '/searches', icon: IconListSearch },
  { label: 'Runs', path: '/runs', icon: IconPlayerPlay },
  { label: 'Deck', path: '/deck', icon: IconLayoutColumns },
  { label: 'Usage', path: '/usage', icon: IconChartBar },
  { label: 'Wallets', path: '/wallets', icon: IconWallet },
  { label: 'Budgets', path: '/budgets', icon: IconGauge },
  { label: 'Alerts', path: '/alerts', icon: IconBell },
  { label: 'Keys', path: '/keys', icon: IconKey },
  { label: 'Members', path: '/members', icon: IconUsers },
  { label: 'Settings', path: '/settings', icon: IconSettings },
] as const

/** Whether the visitor is in this place: for the overview only on itself, for the others also below. */
export const isHere = (href: string, pathname: string, isOverview: boolean): boolean =>
  pathname === href || (!isOverview && pathname.startsWith(`${href}/`))
