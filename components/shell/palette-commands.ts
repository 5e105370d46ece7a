import { foldText } from '@/lib/kernel'
import { NAMED_PAGES } from './navigation'

/** Something of the team that has a name, as `/api/find` answers. */
export interface PaletteMatch {
  readonly kind: 'search' | 'run' | 'key' | 'wallet' | 'member' | 'service'
  readonly id: string
  readonly name: string
  /** Text that distinguishes it from others with its name. */
  readonly hint: string
}

/** One line of the palette. */
export interface PaletteCommand {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly hint?: string
  /** Null for the list of shortcuts, which is not a page. */
  readonly href: string | null
}

/** The heading of each kind, and the page of one of it. */
const KINDS: Readonly<Record<PaletteMatch['kind'], { group: string; path(id: string): string }>> = {
  search: { group: 'Searches', path: (id) => `/searches/${id}` },
  run: { group: 'Runs', path: (id) => `/runs/${id}` },
  key: { group: 'Keys', path: (id) => `/keys/${id}` },
  wallet: { group: 'Wallets', path: (id) => `/wallets/${id}` },
  member: { group: 'Members', path: () => '/members' },
  service: { group: 'Services', path: (id) => `/services/${id}` },
}

const DEEDS = [
  { label: 'New search', path: '/searches/new' },
  { label: 'Create budget', path: '/budgets#new' },
  { label: 'Add key', path: '/keys' },
  { label: 'Invite member', path: '/members#new' },
  { label: 'Add service', path: '/services' },
  { label: 'How to connect a service', path: '/services/connect' },
  { label: 'Resolve unknown calls', path: '/resolve' },
  { label: 'Settings: environments', path: '/settings/environments' },
  { label: 'Settings: prices and money', path: '/settings/money' },
  { label: 'Settings: data retention', path: '/settings/retention' },
  { label: 'Settings: API and tokens', path: '/settings/api' },
  { label: 'Settings: provider', path: '/settings/provider' },
  { label: 'Settings: audit log', path: '/settings/audit' },
]

/** Returns what matches a text: places and actions by their words, and what the server has found for it. */
export function findPaletteCommands(
  team: string,
  text: string,
  things: readonly PaletteMatch[],
): PaletteCommand[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const fits = (label: string) => {
    const folded = foldText(label)
    return words.every((word) => folded.includes(word))
  }
  const base = `/${team}`
  const places = NAMED_PAGES.map(({ label, path, letter }) => ({
    id: `go ${path}`,
    group: 'Go to',
    label,
    hint: `g ${letter}`,
    href: base + path,
  }))
  const deeds = DEEDS.map(({ label, path }) => ({ id: path, group: 'Do', label, href: base + path }))
  const runs = things
    .filter(({ kind }) => kind === 'search')
    .map(({ id, name }) => ({
      id: `run ${id}`,
      group: 'Do',
      label: `Run ${name}`,
      href: `${base}/searches/${id}#run`,
    }))
  const found = things
    .filter(({ name, hint }) => fits(`${name} ${hint}`))
    .map(({ kind, id, name, hint }) => ({
      id: `${kind} ${id}`,
      group: KINDS[kind].group,
      label: name,
      hint,
      href: base + KINDS[kind].path(id),
    }))
  const shortcuts = { id: 'shortcuts', group: 'Do', label: 'Show keyboard shortcuts', hint: '?', href: null }
  const own = [...places, ...deeds, ...(words.length > 0 ? runs : []), shortcuts].filter(({ label }) =>
    fits(label),
  )
  // Lists names before pages: people know the few pages already.
  return words.length > 0 ? [...found, ...own] : [...own, ...found]
}
