const BASE = ['kernel', 'db', 'audit']

/** Which folders of lib/ a folder of lib/ may import. A folder that is not named here is refused. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  db: ['kernel'],
  sandbox: ['kernel'],
  pacing: ['kernel', 'db'],
  upstream: ['kernel'],
  audit: ['kernel', 'db'],
  ledger: BASE,
  prices: [...BASE, 'ledger'],
  accounts: BASE,
  teams: [...BASE, 'accounts'],
  wallets: [...BASE, 'ledger', 'prices', 'upstream'],
  spend: ['kernel', 'db', 'ledger', 'prices', 'wallets'],
  budgets: [...BASE, 'spend', 'ledger', 'prices', 'teams'],
  reconcile: [...BASE, 'ledger', 'prices', 'wallets', 'spend', 'teams', 'budgets'],
  forecast: ['kernel', 'db', 'ledger', 'prices', 'wallets', 'spend', 'budgets'],
  contracts: [...BASE, 'prices', 'upstream'],
  searches: [...BASE, 'teams', 'upstream'],
  keys: [...BASE, 'teams', 'contracts', 'wallets', 'ledger', 'prices', 'pacing', 'upstream'],
  checks: [...BASE, 'keys', 'wallets'],
  channels: ['kernel'],
  items: ['kernel', 'db', 'upstream'],
  runs: [
    ...BASE,
    'teams',
    'searches',
    'items',
    'contracts',
    'keys',
    'wallets',
    'budgets',
    'ledger',
    'prices',
    'pacing',
    'upstream',
    'spend',
  ],
  schedules: [...BASE, 'teams', 'searches', 'runs'],
  retention: [...BASE, 'teams', 'searches', 'items', 'runs'],
  exports: ['kernel', 'db', 'items', 'runs'],
}

/** These sit on top: they may import every folder named above, and those before them in this list. */
const TOP_LAYERS = ['alerts', 'jobs', 'worker', 'runtime', 'cli']

/** Whether the lib folder `from` may import the lib folder `to`. */
export function mayImport(from: string, to: string): boolean {
  const rank = TOP_LAYERS.indexOf(from)
  if (rank < 0) return LAYERS[from]?.includes(to) ?? false
  return to in LAYERS || TOP_LAYERS.slice(0, rank).includes(to)
}

export const isLayer = (folder: string): boolean => folder in LAYERS || TOP_LAYERS.includes(folder)
