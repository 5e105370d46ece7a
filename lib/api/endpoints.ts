import type { Endpoint, ListedEndpoint } from './endpoint'
import { alerts } from './endpoints/alerts'
import { auditLog } from './endpoints/audit'
import { budgets } from './endpoints/budgets'
import { items } from './endpoints/items'
import { keys } from './endpoints/keys'
import { ledger } from './endpoints/ledger'
import { runs } from './endpoints/runs'
import { searches } from './endpoints/searches'
import { token } from './endpoints/token'
import { usage } from './endpoints/usage'
import { wallets } from './endpoints/wallets'

const GROUPED: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  Token: token,
  Wallets: wallets,
  Keys: keys,
  Usage: { ...usage, ...ledger },
  Searches: searches,
  Runs: { ...runs, ...items },
  Budgets: budgets,
  Alerts: alerts,
  'Audit log': auditLog,
}

/** Every endpoint of the API. Router, document, page, command line and tests are made from this table. */
export const ENDPOINTS: readonly ListedEndpoint[] = Object.entries(GROUPED).flatMap(([group, all]) =>
  Object.entries(all).map(([name, each]) => ({ ...each, name, group })),
)

/** The headings of the table, in order. */
export const GROUPS = Object.keys(GROUPED)

/** The endpoints that the command line calls, by name. */
export const COMMANDED = { ...wallets, ...keys, ...usage, ...searches, ...runs, ...items, ...budgets }
