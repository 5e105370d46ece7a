import type { Endpoint } from './endpoint'
import { ALERT_ENDPOINTS } from './endpoints/alerts'
import { AUDIT_ENDPOINTS } from './endpoints/audit'
import { BUDGET_ENDPOINTS } from './endpoints/budgets'
import { ITEM_ENDPOINTS } from './endpoints/items'
import { KEY_ENDPOINTS } from './endpoints/keys'
import { LEDGER_ENDPOINTS } from './endpoints/ledger'
import { RUN_ENDPOINTS } from './endpoints/runs'
import { SEARCH_ENDPOINTS } from './endpoints/searches'
import { TOKEN_ENDPOINTS } from './endpoints/token'
import { USAGE_ENDPOINTS } from './endpoints/usage'
import { WALLET_ENDPOINTS } from './endpoints/wallets'

/** Every endpoint of the API. Router, document, page and tests are made from this table. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...TOKEN_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...USAGE_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  ...RUN_ENDPOINTS,
  ...ITEM_ENDPOINTS,
  ...BUDGET_ENDPOINTS,
  ...ALERT_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
]
