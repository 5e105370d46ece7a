import {
  IconChartBar,
  IconGauge,
  IconHome,
  IconKey,
  IconListSearch,
  IconSettings,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

/** A page of a team with a name. */
export interface NamedPage {
  readonly label: string
  /** Path after the team's slug. */
  readonly path: string
  /** Letter that leads here after `g`. */
  readonly letter: string
}

/** Entries of the navigation, in groups. `also` holds the paths of an entry's tabs. */
export const NAVIGATION_GROUPS = [
  { label: null, places: [{ label: 'Overview', path: '', letter: 'o', icon: IconHome, also: [] }] },
  {
    label: 'Spend',
    places: [
      { label: 'Usage', path: '/usage', letter: 'u', icon: IconChartBar, also: [] },
      { label: 'Wallets', path: '/wallets', letter: 'w', icon: IconWallet, also: ['/resolve', '/reports'] },
      { label: 'Budgets', path: '/budgets', letter: 'b', icon: IconGauge, also: [] },
    ],
  },
  {
    label: 'Work',
    places: [
      { label: 'Searches', path: '/searches', letter: 's', icon: IconListSearch, also: ['/runs', '/items'] },
      { label: 'Keys', path: '/keys', letter: 'k', icon: IconKey, also: ['/services'] },
    ],
  },
  {
    label: 'Team',
    places: [
      { label: 'Members', path: '/members', letter: 'm', icon: IconUsers, also: [] },
      { label: 'Settings', path: '/settings', letter: 't', icon: IconSettings, also: [] },
    ],
  },
] as const

/** Every page that a person can go to by name: the entries, the bell's page and the tabs. */
export const NAMED_PAGES: readonly NamedPage[] = [
  ...NAVIGATION_GROUPS.flatMap(({ places }): readonly NamedPage[] => places),
  { label: 'Alerts', path: '/alerts', letter: 'a' },
  { label: 'Runs', path: '/runs', letter: 'r' },
  { label: 'Monthly report', path: '/reports', letter: 'p' },
  { label: 'Items', path: '/items', letter: 'i' },
  { label: 'Schedules', path: '/searches/schedules', letter: 'c' },
  { label: 'Services', path: '/services', letter: 'v' },
]

/**
 * Returns whether the visitor is in this place: for the overview only on itself, for the others also below, and on
 * their tabs.
 */
export const isCurrentPage = (
  base: string,
  { path, also = [] }: { readonly path: string; readonly also?: readonly string[] },
  pathname: string,
): boolean =>
  path === ''
    ? pathname === base
    : [path, ...also].some((each) => pathname === base + each || pathname.startsWith(`${base}${each}/`))
