import type { Endpoint, EndpointEntry } from './endpoint'
import { alertEndpoints } from './endpoints/alerts'
import { auditEndpoints } from './endpoints/audit'
import { budgetEndpoints } from './endpoints/budgets'
import { itemEndpoints } from './endpoints/items'
import { keyEndpoints } from './endpoints/keys'
import { ledgerEndpoints } from './endpoints/ledger'
import { runEndpoints } from './endpoints/runs'
import { searchEndpoints } from './endpoints/searches'
import { tokenEndpoints } from './endpoints/token'
import { usageEndpoints } from './endpoints/usage'
import { walletEndpoints } from './endpoints/wallets'

const GROUPED: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  Token: tokenEndpoints,
  Wallets: walletEndpoints,
  Keys: keyEndpoints,
  Usage: { ...usageEndpoints, ...ledgerEndpoints },
  Searches: searchEndpoints,
  Runs: { ...runEndpoints, ...itemEndpoints },
  Budgets: budgetEndpoints,
  Alerts: alertEndpoints,
  'Audit log': auditEndpoints,
}

/** Every endpoint of the API. Router, document, page, command line and tests are made from this table. */
export const ENDPOINTS: readonly EndpointEntry[] = Object.entries(GROUPED).flatMap(([group, all]) =>
  Object.entries(all).map(([name, each]) => ({ ...each, name, group })),
)

/** The headings of the table, in order. */
export const ENDPOINT_GROUPS = Object.keys(GROUPED)

/** The endpoints that the command line calls, by name. */
export const CLI_ENDPOINTS = {
  ...walletEndpoints,
  ...keyEndpoints,
  ...usageEndpoints,
  ...searchEndpoints,
  ...runEndpoints,
  ...itemEndpoints,
  ...budgetEndpoints,
}
