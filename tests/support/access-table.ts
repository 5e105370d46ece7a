/**
 * Who may do what: lists every page, action and route of the app. tests/architecture/access.test.ts fails if one is
 * missing; tests/e2e/shared/access.spec.ts tries each as a stranger, a member and a viewer on the running app.
 */

/**
 * visitor: not signed in · person: anyone signed in · installation admin: in any team or none · viewer, member, admin:
 * the least role in the team.
 */
export type Needs = 'visitor' | 'person' | 'installation admin' | 'viewer' | 'member' | 'admin'

/** Ids of things that exist in the team under test. */
export interface Things {
  readonly walletId: string
  readonly environmentId: string
  readonly keyId: string
  readonly searchId: string
  readonly runId: string
  readonly memberId: string
  readonly inviteId: string
  readonly budgetId: string
  readonly raiseId: string
  readonly serviceId: string
  readonly gatewayKeyId: string
}

export interface ActionAccess {
  readonly needs: Needs
  /** Input that fits the schema, without the team. */
  input(things: Things): Record<string, unknown>
}

const TEAM = 'app/(dashboard)/[team]'
const account = { name: 'Nina', email: 'nina@example.org', password: 'a long enough phrase' }
const search = { name: 'x', operation: 'timeline', subject: 'ada' }
const budget = { amount: '100000', stops: true, tellsAt: [80] }
const onKey: ActionAccess = { needs: 'admin', input: ({ keyId }) => ({ keyId }) }

const onWallet: ActionAccess = { needs: 'admin', input: ({ walletId }) => ({ walletId }) }
const onMonth: ActionAccess = {
  needs: 'admin',
  input: ({ walletId }) => ({ walletId, month: '2026-01' }),
}
const onChannel: ActionAccess = { needs: 'admin', input: () => ({ channelId: crypto.randomUUID() }) }

const PEOPLE = 'app/(account)/account/people/actions.ts'
const onPerson = (more: Record<string, unknown> = {}): ActionAccess => ({
  needs: 'installation admin',
  input: () => ({ userId: crypto.randomUUID(), ...more }),
})

export const ACTIONS: Readonly<Record<string, ActionAccess>> = {
  'app/(public)/setup/actions.ts#createFirstAccountAction': { needs: 'visitor', input: () => account },
  'app/(public)/setup/actions.ts#createTeamAction': {
    needs: 'person',
    input: () => ({ name: 'Another', timeZone: 'UTC' }),
  },
  'app/(public)/setup/actions.ts#loadExampleAction': {
    needs: 'person',
    input: () => ({ timeZone: 'Nowhere/AtAll' }),
  },
  'app/(public)/invite/[token]/actions.ts#acceptInviteWithNewAccountAction': {
    needs: 'visitor',
    input: () => ({ ...account, token: 'none' }),
  },
  'app/(public)/invite/[token]/actions.ts#acceptInviteAction': {
    needs: 'person',
    input: () => ({ token: 'none' }),
  },
  'app/(public)/sign-in/reset/actions.ts#requestResetAction': {
    needs: 'visitor',
    input: () => ({ email: 'nobody@example.org' }),
  },
  'app/(public)/sign-in/reset/[token]/actions.ts#resetPasswordAction': {
    needs: 'visitor',
    input: () => ({ token: 'none', password: 'a long enough phrase' }),
  },
  'app/(public)/account/confirm/[token]/actions.ts#confirmChannelAction': {
    needs: 'visitor',
    input: () => ({ token: 'none' }),
  },
  'app/(account)/account/actions.ts#changeProfileAction': {
    needs: 'person',
    input: () => ({ name: 'Nina' }),
  },
  'app/(account)/account/actions.ts#endSessionAction': {
    needs: 'person',
    input: () => ({ handle: 'a'.repeat(32) }),
  },
  'app/(account)/account/actions.ts#endOtherSessionsAction': { needs: 'person', input: () => ({}) },
  [`${PEOPLE}#setInstallationAdminAction`]: onPerson({ isAdmin: true }),
  [`${PEOPLE}#disablePersonAction`]: onPerson({ isDisabled: true }),
  [`${PEOPLE}#deletePersonAction`]: onPerson(),
  [`${PEOPLE}#makeResetLinkAction`]: onPerson(),
  [`${PEOPLE}#setTeamMakersAction`]: {
    needs: 'installation admin',
    input: () => ({ teamsBy: 'everyone' }),
  },
  [`${TEAM}/settings/actions.ts#hideStepsAction`]: { needs: 'admin', input: () => ({}) },
  [`${TEAM}/settings/actions.ts#removeExampleAction`]: { needs: 'admin', input: () => ({}) },
  [`${TEAM}/wallets/actions.ts#createWalletAction`]: { needs: 'admin', input: () => ({ name: 'Second' }) },
  [`${TEAM}/wallets/actions.ts#renameWalletAction`]: {
    needs: 'admin',
    input: ({ walletId }) => ({ walletId, name: 'Renamed' }),
  },
  [`${TEAM}/resolve/actions.ts#resolveCallsAction`]: {
    needs: 'admin',
    input: () => ({ attemptIds: [crypto.randomUUID()], finding: 'uncharged', note: 'x' }),
  },
  [`${TEAM}/wallets/[id]/actions.ts#startCheckAction`]: onWallet,
  [`${TEAM}/wallets/[id]/actions.ts#readCheckBalanceAction`]: onWallet,
  [`${TEAM}/wallets/[id]/actions.ts#endCheckAction`]: onWallet,
  [`${TEAM}/wallets/[id]/actions.ts#closeMonthAction`]: onMonth,
  [`${TEAM}/wallets/[id]/actions.ts#reopenMonthAction`]: onMonth,
  [`${TEAM}/wallets/[id]/actions.ts#enterBalanceAction`]: {
    needs: 'admin',
    input: ({ walletId }) => ({ walletId, balance: '100' }),
  },
  [`${TEAM}/wallets/[id]/actions.ts#forecastAction`]: { ...onWallet, needs: 'viewer' },
  [`${TEAM}/alerts/actions.ts#acknowledgeAlertAction`]: {
    needs: 'member',
    input: () => ({ alertId: crypto.randomUUID(), reason: 'x' }),
  },
  [`${TEAM}/alerts/actions.ts#changeAlertsAction`]: {
    needs: 'member',
    input: () => ({ ids: [crypto.randomUUID()], change: 'acknowledge' }),
  },
  [`${TEAM}/alerts/actions.ts#muteAlertsAction`]: {
    needs: 'admin',
    input: () => ({ kind: 'low_balance', days: 1 }),
  },
  [`${TEAM}/alerts/actions.ts#changeSettingAction`]: {
    needs: 'admin',
    input: () => ({ kind: 'run_out', enabled: true, parameters: { days: '3' } }),
  },
  [`${TEAM}/alerts/actions.ts#createChannelAction`]: {
    needs: 'admin',
    input: () => ({ name: 'x', kind: 'email', address: 'ops@example.org', events: ['run.ended'] }),
  },
  [`${TEAM}/alerts/actions.ts#changeChannelAction`]: {
    needs: 'admin',
    input: () => ({ channelId: crypto.randomUUID(), name: 'x', enabled: true }),
  },
  [`${TEAM}/alerts/actions.ts#deleteChannelAction`]: onChannel,
  [`${TEAM}/alerts/actions.ts#testChannelAction`]: onChannel,
  [`${TEAM}/alerts/actions.ts#sendChannelConfirmationAction`]: onChannel,
  [`${TEAM}/alerts/actions.ts#sendAgainAction`]: {
    needs: 'admin',
    input: () => ({ deliveryId: crypto.randomUUID() }),
  },
  [`${TEAM}/alerts/actions.ts#sendSinceAction`]: {
    needs: 'admin',
    input: () => ({ channelId: crypto.randomUUID(), since: new Date().toISOString().slice(0, 10) }),
  },
  [`${TEAM}/keys/actions.ts#addKeyAction`]: {
    needs: 'admin',
    input: ({ walletId, environmentId }) => ({ walletId, environmentId, key: `xd_live_${'a'.repeat(32)}` }),
  },
  [`${TEAM}/keys/actions.ts#addSandboxKeyAction`]: {
    needs: 'admin',
    input: ({ walletId, environmentId }) => ({ walletId, environmentId }),
  },
  [`${TEAM}/keys/actions.ts#checkKeyAction`]: onKey,
  [`${TEAM}/keys/actions.ts#replaceKeyAction`]: {
    needs: 'admin',
    input: ({ keyId }) => ({ keyId, key: `xd_live_${'a'.repeat(32)}` }),
  },
  [`${TEAM}/keys/actions.ts#setKeyRateAction`]: {
    needs: 'admin',
    input: ({ keyId }) => ({ keyId, requests: 5 }),
  },
  [`${TEAM}/keys/actions.ts#disableKeyAction`]: onKey,
  [`${TEAM}/keys/actions.ts#enableKeyAction`]: onKey,
  [`${TEAM}/keys/actions.ts#changeKeysAction`]: {
    needs: 'admin',
    input: ({ keyId }) => ({ ids: [keyId], change: 'disable' }),
  },
  [`${TEAM}/keys/actions.ts#deleteKeyAction`]: onKey,
  [`${TEAM}/keys/actions.ts#reportLeakAction`]: onKey,
  [`${TEAM}/keys/actions.ts#recogniseKeyAction`]: {
    needs: 'admin',
    input: () => ({ key: `xd_live_${'a'.repeat(32)}` }),
  },
  [`${TEAM}/services/actions.ts#createServiceAction`]: { needs: 'admin', input: () => ({ name: 'Second' }) },
  [`${TEAM}/services/actions.ts#renameServiceAction`]: {
    needs: 'admin',
    input: ({ serviceId }) => ({ serviceId, name: 'Renamed' }),
  },
  [`${TEAM}/services/actions.ts#deleteServiceAction`]: {
    needs: 'admin',
    input: ({ serviceId }) => ({ serviceId }),
  },
  [`${TEAM}/services/actions.ts#createGatewayKeyAction`]: {
    needs: 'admin',
    input: ({ serviceId, keyId }) => ({ serviceId, keyId }),
  },
  [`${TEAM}/services/actions.ts#revokeGatewayKeyAction`]: {
    needs: 'admin',
    input: ({ gatewayKeyId }) => ({ gatewayKeyId }),
  },
  [`${TEAM}/budgets/actions.ts#forecastBudgetAction`]: {
    needs: 'viewer',
    input: () => ({ scope: 'team', unit: 'credits', period: 'day', amount: '5', stops: true }),
  },
  [`${TEAM}/budgets/actions.ts#backtestBudgetAction`]: {
    needs: 'viewer',
    input: () => ({ scope: 'team', unit: 'credits', period: 'day', amount: '5', stops: true }),
  },
  [`${TEAM}/settings/money/actions.ts#setMoneyAction`]: {
    needs: 'admin',
    input: () => ({ currency: 'EUR', showsMoney: true }),
  },
  [`${TEAM}/settings/money/actions.ts#addTopUpCostAction`]: {
    needs: 'admin',
    input: ({ walletId }) => ({ walletId, day: '2026-01-31', credits: '1000', cost: '10' }),
  },
  [`${TEAM}/settings/money/actions.ts#removeTopUpCostAction`]: {
    needs: 'admin',
    input: () => ({ id: crypto.randomUUID() }),
  },
  [`${TEAM}/settings/money/actions.ts#setPackPriceAction`]: {
    needs: 'admin',
    input: () => ({ pack: 'Starter', credits: '1000', cost: '10' }),
  },
  [`${TEAM}/budgets/actions.ts#createBudgetAction`]: {
    needs: 'admin',
    input: () => ({ name: 'x', scope: 'team', unit: 'items', period: 'day', ...budget }),
  },
  [`${TEAM}/budgets/actions.ts#changeBudgetAction`]: {
    needs: 'admin',
    input: ({ budgetId }) => ({ budgetId, name: 'x', ...budget }),
  },
  [`${TEAM}/budgets/actions.ts#deleteBudgetAction`]: {
    needs: 'admin',
    input: ({ budgetId }) => ({ budgetId }),
  },
  [`${TEAM}/budgets/actions.ts#changeBudgetsAction`]: {
    needs: 'admin',
    input: ({ budgetId }) => ({ ids: [budgetId], change: 'delete' }),
  },
  [`${TEAM}/budgets/actions.ts#askForRaiseAction`]: {
    needs: 'member',
    input: ({ budgetId }) => ({ budgetId, amount: '5', reason: 'x' }),
  },
  [`${TEAM}/budgets/actions.ts#decideRaiseAction`]: {
    needs: 'admin',
    input: ({ raiseId }) => ({ raiseId, grant: false }),
  },
  [`${TEAM}/searches/actions.ts#createSearchAction`]: { needs: 'member', input: () => search },
  [`${TEAM}/searches/actions.ts#updateSearchAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ ...search, searchId }),
  },
  [`${TEAM}/searches/actions.ts#deleteSearchAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ searchId }),
  },
  [`${TEAM}/searches/actions.ts#restoreSearchAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ searchId }),
  },
  [`${TEAM}/searches/actions.ts#starSearchAction`]: {
    needs: 'viewer',
    input: ({ searchId }) => ({ searchId, isStarred: true }),
  },
  [`${TEAM}/searches/actions.ts#changeSearchesAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ ids: [searchId], change: 'share' }),
  },
  [`${TEAM}/searches/actions.ts#previewTimesAction`]: {
    needs: 'viewer',
    input: () => ({ cron: '0 9 * * *' }),
  },
  [`${TEAM}/searches/actions.ts#saveScheduleAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ searchId, cron: '0 9 1 1 *', capItems: 20, capItemsDay: 20 }),
  },
  [`${TEAM}/searches/actions.ts#pauseScheduleAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ searchId, isPaused: true }),
  },
  [`${TEAM}/searches/actions.ts#removeScheduleAction`]: {
    needs: 'member',
    input: ({ searchId }) => ({ searchId }),
  },
  [`${TEAM}/searches/actions.ts#deleteSearchItemsAction`]: {
    needs: 'admin',
    input: ({ searchId }) => ({ searchId }),
  },
  [`${TEAM}/runs/actions.ts#deleteRunItemsAction`]: { needs: 'member', input: ({ runId }) => ({ runId }) },
  [`${TEAM}/runs/actions.ts#startBackgroundRunAction`]: {
    needs: 'member',
    input: ({ searchId, keyId }) => ({ runId: crypto.randomUUID(), searchId, keyId, capItems: 20 }),
  },
  [`${TEAM}/runs/actions.ts#cancelRunAction`]: { needs: 'member', input: ({ runId }) => ({ runId }) },
  [`${TEAM}/runs/actions.ts#cancelRunsAction`]: {
    needs: 'member',
    input: ({ runId }) => ({ ids: [runId], change: 'cancel' }),
  },
  [`${TEAM}/runs/actions.ts#goOnWithRunAction`]: {
    needs: 'member',
    input: ({ runId }) => ({ runId, capItems: 100, capCredits: null }),
  },
  [`${TEAM}/runs/actions.ts#startRunAction`]: {
    needs: 'member',
    input: ({ searchId, keyId }) => ({ runId: crypto.randomUUID(), searchId, keyId }),
  },
  [`${TEAM}/runs/actions.ts#fetchNextPageAction`]: {
    needs: 'member',
    input: () => ({ continuation: 'none' }),
  },
  [`${TEAM}/runs/actions.ts#moveToBackgroundAction`]: {
    needs: 'member',
    input: () => ({ continuation: 'none', capItems: 100, capCredits: null }),
  },
  [`${TEAM}/runs/actions.ts#markItemAction`]: {
    needs: 'member',
    input: () => ({ itemId: 'none', state: 'starred' }),
  },
  [`${TEAM}/members/actions.ts#createInviteAction`]: { needs: 'admin', input: () => ({ role: 'admin' }) },
  [`${TEAM}/members/actions.ts#revokeInviteAction`]: {
    needs: 'admin',
    input: ({ inviteId }) => ({ inviteId }),
  },
  [`${TEAM}/members/actions.ts#changeRoleAction`]: {
    needs: 'admin',
    input: ({ memberId }) => ({ memberId, role: 'admin' }),
  },
  [`${TEAM}/members/actions.ts#setDigestAction`]: {
    needs: 'viewer',
    input: () => ({ every: 'month', isOn: false }),
  },
  [`${TEAM}/members/actions.ts#removeMemberAction`]: {
    needs: 'admin',
    input: ({ memberId }) => ({ memberId }),
  },
  [`${TEAM}/settings/actions.ts#updateTeamAction`]: {
    needs: 'admin',
    input: () => ({ name: 'Renamed', timeZone: 'UTC' }),
  },
  [`${TEAM}/settings/actions.ts#createEnvironmentAction`]: {
    needs: 'admin',
    input: () => ({ name: 'preview', color: 'blue' }),
  },
  [`${TEAM}/settings/actions.ts#renameEnvironmentAction`]: {
    needs: 'admin',
    input: ({ environmentId }) => ({ environmentId, name: 'renamed' }),
  },
  [`${TEAM}/settings/actions.ts#setPriceAction`]: {
    needs: 'admin',
    input: () => ({ operation: 'timeline', price: '1' }),
  },
  [`${TEAM}/settings/actions.ts#measureTooOldAction`]: { needs: 'admin', input: () => ({ days: 30 }) },
  [`${TEAM}/settings/actions.ts#measureStoredAction`]: { needs: 'viewer', input: () => ({}) },
  [`${TEAM}/settings/actions.ts#keepItemsAction`]: { needs: 'admin', input: () => ({ days: 30 }) },
  [`${TEAM}/settings/actions.ts#measureOldCallsAction`]: { needs: 'admin', input: () => ({ months: 12 }) },
  [`${TEAM}/settings/actions.ts#keepCallsAction`]: { needs: 'admin', input: () => ({ months: 12 }) },
  [`${TEAM}/settings/actions.ts#deleteTeamItemsAction`]: { needs: 'admin', input: () => ({}) },
  [`${TEAM}/usage/actions.ts#saveViewAction`]: {
    needs: 'member',
    input: () => ({ name: 'x', query: 'by=search' }),
  },
  [`${TEAM}/usage/actions.ts#hideSavingAction`]: {
    needs: 'admin',
    input: ({ keyId }) => ({ kind: 'idle_key', subjectId: keyId }),
  },
  [`${TEAM}/usage/actions.ts#deleteViewAction`]: {
    needs: 'member',
    input: () => ({ viewId: crypto.randomUUID() }),
  },
  [`${TEAM}/settings/api/actions.ts#createTokenAction`]: {
    needs: 'admin',
    input: () => ({ name: 'x', permissions: ['usage:read'] }),
  },
  [`${TEAM}/settings/api/actions.ts#revokeTokenAction`]: {
    needs: 'admin',
    input: () => ({ tokenId: crypto.randomUUID() }),
  },
  [`${TEAM}/settings/provider/actions.ts#changeProviderAction`]: {
    needs: 'admin',
    input: () => ({ overrides: { balanceUnit: 'coins' }, changedAt: null }),
  },
  [`${TEAM}/settings/provider/actions.ts#chooseServiceAction`]: {
    needs: 'admin',
    input: () => ({ provider: null }),
  },
  [`${TEAM}/settings/provider/actions.ts#resetProviderAction`]: { needs: 'admin', input: () => ({}) },
  [`${TEAM}/settings/provider/actions.ts#testProviderAction`]: {
    needs: 'admin',
    input: ({ keyId }) => ({
      keyId,
      operations: [],
      user: '',
      query: '',
      provokes: false,
      overrides: {},
    }),
  },
  'app/(account)/account/actions.ts#changePasswordAction': {
    needs: 'person',
    input: () => ({ current: 'not it', password: 'a long enough phrase' }),
  },
}

export interface PageAccess {
  readonly needs: Needs
  /** Address of the page in the team under test. */
  path(team: string, things: Things): string
  /** Status for those who may see it; 200 by default. */
  readonly answers?: 404
}

export const PAGES: Readonly<Record<string, PageAccess>> = {
  'app/page.tsx': { needs: 'visitor', path: () => '/' },
  'app/(public)/sign-in/page.tsx': { needs: 'visitor', path: () => '/sign-in' },
  'app/(public)/setup/page.tsx': { needs: 'visitor', path: () => '/setup' },
  'app/(public)/invite/[token]/page.tsx': { needs: 'visitor', path: () => '/invite/none' },
  'app/(public)/sign-in/reset/page.tsx': { needs: 'visitor', path: () => '/sign-in/reset' },
  'app/(public)/sign-in/reset/[token]/page.tsx': { needs: 'visitor', path: () => '/sign-in/reset/none' },
  'app/(public)/account/confirm/[token]/page.tsx': { needs: 'visitor', path: () => '/account/confirm/none' },
  'app/(account)/account/page.tsx': { needs: 'person', path: () => '/account' },
  'app/(account)/account/people/page.tsx': { needs: 'installation admin', path: () => '/account/people' },
  'app/(account)/account/audit/page.tsx': { needs: 'installation admin', path: () => '/account/audit' },
  [`${TEAM}/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}` },
  [`${TEAM}/welcome/page.tsx`]: {
    needs: 'viewer',
    path: (team, { runId }) => `/${team}/welcome?run=${runId}`,
  },
  [`${TEAM}/wallets/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/wallets` },
  [`${TEAM}/reports/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/reports` },
  [`${TEAM}/wallets/[id]/page.tsx`]: {
    needs: 'viewer',
    path: (team, { walletId }) => `/${team}/wallets/${walletId}`,
  },
  [`${TEAM}/alerts/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/alerts` },
  [`${TEAM}/budgets/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/budgets` },
  [`${TEAM}/keys/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/keys` },
  [`${TEAM}/keys/[id]/page.tsx`]: { needs: 'viewer', path: (team, { keyId }) => `/${team}/keys/${keyId}` },
  [`${TEAM}/services/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/services` },
  [`${TEAM}/services/connect/page.tsx`]: {
    needs: 'viewer',
    path: (team) => `/${team}/services/connect`,
  },
  [`${TEAM}/services/[id]/page.tsx`]: {
    needs: 'viewer',
    path: (team, { serviceId }) => `/${team}/services/${serviceId}`,
  },
  [`${TEAM}/searches/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/searches` },
  [`${TEAM}/searches/schedules/page.tsx`]: {
    needs: 'viewer',
    path: (team) => `/${team}/searches/schedules`,
  },
  [`${TEAM}/searches/new/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/searches/new` },
  [`${TEAM}/searches/[id]/page.tsx`]: {
    needs: 'viewer',
    path: (team, { searchId }) => `/${team}/searches/${searchId}`,
  },
  [`${TEAM}/runs/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/runs` },
  [`${TEAM}/runs/[id]/page.tsx`]: { needs: 'viewer', path: (team, { runId }) => `/${team}/runs/${runId}` },
  [`${TEAM}/items/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/items` },
  [`${TEAM}/usage/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/usage` },
  [`${TEAM}/members/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/members` },
  [`${TEAM}/resolve/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/resolve` },
  [`${TEAM}/settings/api/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/settings/api` },
  [`${TEAM}/settings/provider/page.tsx`]: {
    needs: 'viewer',
    path: (team) => `/${team}/settings/provider`,
  },
  [`${TEAM}/settings/audit/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/settings/audit` },
  [`${TEAM}/settings/money/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/settings/money` },
  [`${TEAM}/settings/environments/page.tsx`]: {
    needs: 'viewer',
    path: (team) => `/${team}/settings/environments`,
  },
  [`${TEAM}/settings/retention/page.tsx`]: {
    needs: 'viewer',
    path: (team) => `/${team}/settings/retention`,
  },
  [`${TEAM}/settings/page.tsx`]: { needs: 'viewer', path: (team) => `/${team}/settings` },
  [`${TEAM}/[...nowhere]/page.tsx`]: {
    ...{ needs: 'viewer', answers: 404 },
    path: (team) => `/${team}/no-such/page`,
  },
}

export interface RouteAccess {
  readonly needs: Needs
  /** Returns the address of a team's route, for a thing of the team under test. */
  readonly path?: (team: string, things: Things) => string
}

/** Route handlers. Those of a team answer 401 to a visitor and 404 to a stranger. */
export const ROUTES: Readonly<Record<string, RouteAccess>> = {
  'app/api/audit/route.ts': { needs: 'admin', path: (team) => `/api/audit?team=${team}` },
  'app/api/auth/[...nextauth]/route.ts': { needs: 'visitor' },
  'app/api/find/route.ts': { needs: 'viewer', path: (team) => `/api/find?team=${team}&text=` },
  'app/api/events/keys/[id]/route.ts': {
    needs: 'viewer',
    path: (team, { keyId }) => `/api/events/keys/${keyId}?team=${team}`,
  },
  'app/api/events/team/route.ts': { needs: 'viewer', path: (team) => `/api/events/team?team=${team}` },
  'app/api/events/runs/[id]/route.ts': {
    needs: 'viewer',
    path: (team, { runId }) => `/api/events/runs/${runId}?team=${team}`,
  },
  'app/api/runs/[id]/export/route.ts': {
    needs: 'viewer',
    path: (team, { runId }) => `/api/runs/${runId}/export?team=${team}&format=csv`,
  },
  'app/api/runs/[id]/items/route.ts': {
    needs: 'viewer',
    path: (team, { runId }) => `/api/runs/${runId}/items?team=${team}`,
  },
  'app/api/runs/[id]/raw/route.ts': {
    needs: 'viewer',
    path: (team, { runId }) => `/api/runs/${runId}/raw?team=${team}&place=0`,
  },
  'app/api/searches/[id]/export/route.ts': {
    needs: 'viewer',
    path: (team, { searchId }) => `/api/searches/${searchId}/export?team=${team}&format=csv`,
  },
  'app/api/services/[id]/live/route.ts': {
    needs: 'viewer',
    path: (team, { serviceId }) => `/api/services/${serviceId}/live?team=${team}`,
  },
  'app/api/wallets/[id]/statement/route.ts': {
    needs: 'viewer',
    path: (team, { walletId }) =>
      `/api/wallets/${walletId}/statement?team=${team}&from=2099-12-01&to=2099-12-31`,
  },
  'app/api/usage/route.ts': {
    needs: 'viewer',
    path: (team) => `/api/usage?team=${team}&format=csv&by=key&from=2099-12-01&to=2099-12-31`,
  },
  // Its endpoints require a token: tests/support/token-access.ts lists them.
  'app/api/v1/[[...path]]/route.ts': { needs: 'visitor' },
  'app/api/health/live/route.ts': { needs: 'visitor' },
  // A program that sends METRICS_TOKEN; without it nobody.
  'app/api/metrics/route.ts': { needs: 'visitor' },
  'app/api/health/route.ts': { needs: 'visitor' },
  'app/api/[...nowhere]/route.ts': { needs: 'visitor' },
}
