import type { Permission } from '@/lib/teams/tokens'

/**
 * The permission that each endpoint of the API requires; null: none. tests/architecture/access.test.ts fails if one is
 * missing, and tests/integration/api-access.test.ts tries each with tokens that lack it, and with ids of another team.
 */
export const ENDPOINT_ACCESS: Readonly<Record<string, Permission | null>> = {
  'GET /token': null,
  'GET /wallets': 'usage:read',
  'GET /wallets/{walletId}': 'usage:read',
  'GET /wallets/{walletId}/statement': 'usage:read',
  'GET /keys': 'keys:read',
  'GET /keys/{keyId}': 'keys:read',
  'GET /environments': 'keys:read',
  'GET /services': 'keys:read',
  'GET /services/{serviceId}/gateway-keys': 'keys:read',
  'GET /usage': 'usage:read',
  'GET /ledger': 'usage:read',
  'GET /searches': 'searches:read',
  'GET /searches/{searchId}': 'searches:read',
  'POST /searches': 'searches:write',
  'GET /runs': 'searches:read',
  'POST /runs': 'runs:write',
  'GET /runs/{runId}': 'searches:read',
  'GET /runs/{runId}/events': 'searches:read',
  'POST /runs/{runId}/cancel': 'runs:write',
  'GET /runs/{runId}/items': 'items:read',
  'GET /runs/{runId}/export': 'items:read',
  'GET /searches/{searchId}/items': 'items:read',
  'GET /searches/{searchId}/export': 'items:read',
  'GET /items': 'items:read',
  'GET /budgets': 'budgets:read',
  'GET /budgets/{budgetId}': 'budgets:read',
  'POST /budgets': 'budgets:write',
  'PUT /budgets/{budgetId}': 'budgets:write',
  'DELETE /budgets/{budgetId}': 'budgets:write',
  'GET /alerts': 'alerts:read',
  'POST /alerts/{alertId}/acknowledge': 'alerts:write',
  'GET /audit-log': 'audit:read',
}
