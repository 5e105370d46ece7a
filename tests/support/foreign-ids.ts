import type { AllThings } from './two-teams'

/** An id from another team for an action's field, and how it is refused. */
export interface ForeignId {
  readonly field: string
  /** Things of the other team, with whatever else the input needs to name them. */
  readonly tries: (other: AllThings) => readonly Readonly<Record<string, unknown>>[]
  /** True if the caller chooses the id, so that an existing one is a conflict. */
  readonly isMade?: true
}

const TEAM = 'app/(dashboard)/[team]'

const thing = (field: string, of: keyof AllThings = field as keyof AllThings): ForeignId => ({
  field,
  tries: (other) => [{ [field]: other[of] }],
})

/** Ids of things that are changed at once. */
const many = (of: keyof AllThings, field = 'ids'): ForeignId => ({
  field,
  tries: (other) => [{ [field]: [other[of]] }],
})

/** The scopes of a budget, each with the id of such a thing. */
const scopeId: ForeignId = {
  field: 'scopeId',
  tries: (other) =>
    (['wallet', 'environment', 'key', 'member', 'search', 'service', 'token'] as const).map((scope) => ({
      scope,
      scopeId: other[`${scope}Id`],
    })),
}
const madeRunId: ForeignId = { ...thing('runId'), isMade: true }
const ofSearch = [thing('environmentId'), thing('keyId'), thing('walletId')]
const nothing: readonly ForeignId[] = []

/**
 * Every team action, with each field that takes an id. tests/integration/action-inputs.test.ts fails if an action or a
 * field is missing, and tries each with the ids of another team.
 */
export const FOREIGN_IDS: Readonly<Record<string, readonly ForeignId[]>> = {
  [`${TEAM}/wallets/actions.ts#createWalletAction`]: nothing,
  [`${TEAM}/wallets/actions.ts#renameWalletAction`]: [thing('walletId')],
  [`${TEAM}/resolve/actions.ts#resolveCallsAction`]: [
    {
      field: 'attemptIds',
      tries: ({ attemptId }) => [
        { attemptIds: [attemptId], finding: 'uncharged' },
        { attemptIds: [attemptId], finding: 'charged' },
        { attemptIds: [attemptId], finding: 'balance' },
      ],
    },
  ],
  [`${TEAM}/wallets/[id]/actions.ts#startCheckAction`]: [thing('walletId')],
  [`${TEAM}/wallets/[id]/actions.ts#readCheckBalanceAction`]: [
    thing('disabledKeyId', 'keyId'),
    thing('walletId'),
  ],
  [`${TEAM}/wallets/[id]/actions.ts#endCheckAction`]: [thing('walletId')],
  [`${TEAM}/wallets/[id]/actions.ts#closeMonthAction`]: [thing('walletId')],
  [`${TEAM}/wallets/[id]/actions.ts#reopenMonthAction`]: [thing('walletId')],
  [`${TEAM}/wallets/[id]/actions.ts#enterBalanceAction`]: [thing('walletId')],
  [`${TEAM}/wallets/[id]/actions.ts#forecastAction`]: [thing('walletId')],
  [`${TEAM}/usage/actions.ts#saveViewAction`]: nothing,
  [`${TEAM}/usage/actions.ts#hideSavingAction`]: [
    {
      field: 'subjectId',
      tries: ({ keyId, searchId }) => [
        { kind: 'idle_key', subjectId: keyId },
        { kind: 'nothing_new', subjectId: searchId },
      ],
    },
  ],
  [`${TEAM}/usage/actions.ts#deleteViewAction`]: [thing('viewId', 'usageViewId')],
  [`${TEAM}/settings/api/actions.ts#createTokenAction`]: nothing,
  [`${TEAM}/settings/actions.ts#hideStepsAction`]: nothing,
  [`${TEAM}/settings/actions.ts#removeExampleAction`]: nothing,
  [`${TEAM}/settings/money/actions.ts#setMoneyAction`]: nothing,
  [`${TEAM}/settings/money/actions.ts#addTopUpCostAction`]: [thing('walletId')],
  [`${TEAM}/settings/money/actions.ts#removeTopUpCostAction`]: [thing('id', 'topUpCostId')],
  [`${TEAM}/settings/money/actions.ts#setPackPriceAction`]: nothing,
  [`${TEAM}/budgets/actions.ts#backtestBudgetAction`]: [scopeId],
  [`${TEAM}/settings/api/actions.ts#revokeTokenAction`]: [thing('tokenId')],
  [`${TEAM}/alerts/actions.ts#acknowledgeAlertAction`]: [thing('alertId')],
  [`${TEAM}/alerts/actions.ts#changeAlertsAction`]: [many('alertId')],
  [`${TEAM}/alerts/actions.ts#muteAlertsAction`]: [thing('subjectId', 'walletId')],
  [`${TEAM}/alerts/actions.ts#changeSettingAction`]: nothing,
  [`${TEAM}/alerts/actions.ts#createChannelAction`]: nothing,
  [`${TEAM}/alerts/actions.ts#changeChannelAction`]: [thing('channelId')],
  [`${TEAM}/alerts/actions.ts#deleteChannelAction`]: [thing('channelId')],
  [`${TEAM}/alerts/actions.ts#sendChannelConfirmationAction`]: [thing('channelId')],
  [`${TEAM}/alerts/actions.ts#testChannelAction`]: [thing('channelId')],
  [`${TEAM}/alerts/actions.ts#sendAgainAction`]: [thing('deliveryId')],
  [`${TEAM}/alerts/actions.ts#sendSinceAction`]: [thing('channelId')],
  [`${TEAM}/keys/actions.ts#addKeyAction`]: [thing('environmentId'), thing('walletId')],
  [`${TEAM}/keys/actions.ts#addSandboxKeyAction`]: [thing('environmentId'), thing('walletId')],
  [`${TEAM}/keys/actions.ts#checkKeyAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#setKeyRateAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#disableKeyAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#enableKeyAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#changeKeysAction`]: [many('keyId')],
  [`${TEAM}/keys/actions.ts#deleteKeyAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#replaceKeyAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#reportLeakAction`]: [thing('keyId')],
  [`${TEAM}/keys/actions.ts#recogniseKeyAction`]: nothing,
  [`${TEAM}/services/actions.ts#createServiceAction`]: nothing,
  [`${TEAM}/services/actions.ts#renameServiceAction`]: [thing('serviceId')],
  [`${TEAM}/services/actions.ts#deleteServiceAction`]: [thing('serviceId')],
  [`${TEAM}/services/actions.ts#createGatewayKeyAction`]: [
    thing('environmentId'),
    thing('keyId'),
    thing('serviceId'),
  ],
  [`${TEAM}/services/actions.ts#revokeGatewayKeyAction`]: [thing('gatewayKeyId')],
  [`${TEAM}/budgets/actions.ts#forecastBudgetAction`]: [thing('budgetId'), scopeId],
  [`${TEAM}/budgets/actions.ts#createBudgetAction`]: [scopeId],
  [`${TEAM}/budgets/actions.ts#changeBudgetAction`]: [thing('budgetId')],
  [`${TEAM}/budgets/actions.ts#deleteBudgetAction`]: [thing('budgetId')],
  [`${TEAM}/budgets/actions.ts#changeBudgetsAction`]: [many('budgetId')],
  [`${TEAM}/budgets/actions.ts#askForRaiseAction`]: [thing('budgetId')],
  [`${TEAM}/budgets/actions.ts#decideRaiseAction`]: [thing('raiseId')],
  [`${TEAM}/searches/actions.ts#createSearchAction`]: ofSearch,
  [`${TEAM}/searches/actions.ts#updateSearchAction`]: [...ofSearch, thing('searchId')],
  [`${TEAM}/searches/actions.ts#deleteSearchAction`]: [thing('searchId')],
  [`${TEAM}/searches/actions.ts#restoreSearchAction`]: [thing('searchId')],
  [`${TEAM}/searches/actions.ts#starSearchAction`]: [thing('searchId')],
  [`${TEAM}/searches/actions.ts#changeSearchesAction`]: [many('searchId')],
  [`${TEAM}/searches/actions.ts#previewTimesAction`]: nothing,
  [`${TEAM}/searches/actions.ts#saveScheduleAction`]: [
    thing('itemsChannelId', 'channelId'),
    thing('searchId'),
  ],
  [`${TEAM}/searches/actions.ts#pauseScheduleAction`]: [thing('searchId')],
  [`${TEAM}/searches/actions.ts#removeScheduleAction`]: [thing('searchId')],
  [`${TEAM}/searches/actions.ts#deleteSearchItemsAction`]: [thing('searchId')],
  [`${TEAM}/runs/actions.ts#deleteRunItemsAction`]: [thing('runId')],
  [`${TEAM}/runs/actions.ts#startBackgroundRunAction`]: [
    many('runId', 'failed'),
    thing('keyId'),
    madeRunId,
    thing('searchId'),
  ],
  [`${TEAM}/runs/actions.ts#cancelRunAction`]: [thing('runId')],
  [`${TEAM}/runs/actions.ts#cancelRunsAction`]: [many('runId')],
  [`${TEAM}/runs/actions.ts#goOnWithRunAction`]: [thing('runId')],
  [`${TEAM}/runs/actions.ts#startRunAction`]: [thing('keyId'), madeRunId, thing('searchId')],
  [`${TEAM}/runs/actions.ts#fetchNextPageAction`]: nothing,
  [`${TEAM}/runs/actions.ts#moveToBackgroundAction`]: nothing,
  [`${TEAM}/runs/actions.ts#markItemAction`]: [
    { field: 'itemId', tries: () => [{ itemId: 'an item that only the other team has' }] },
  ],
  [`${TEAM}/members/actions.ts#createInviteAction`]: nothing,
  [`${TEAM}/members/actions.ts#revokeInviteAction`]: [thing('inviteId')],
  [`${TEAM}/members/actions.ts#changeRoleAction`]: [thing('memberId')],
  [`${TEAM}/members/actions.ts#setDigestAction`]: nothing,
  [`${TEAM}/members/actions.ts#removeMemberAction`]: [thing('memberId')],
  [`${TEAM}/settings/actions.ts#updateTeamAction`]: nothing,
  [`${TEAM}/settings/actions.ts#createEnvironmentAction`]: nothing,
  [`${TEAM}/settings/actions.ts#renameEnvironmentAction`]: [thing('environmentId')],
  [`${TEAM}/settings/actions.ts#setPriceAction`]: nothing,
  [`${TEAM}/settings/actions.ts#measureStoredAction`]: nothing,
  [`${TEAM}/settings/actions.ts#measureTooOldAction`]: nothing,
  [`${TEAM}/settings/actions.ts#keepItemsAction`]: nothing,
  [`${TEAM}/settings/actions.ts#measureOldCallsAction`]: nothing,
  [`${TEAM}/settings/actions.ts#keepCallsAction`]: nothing,
  [`${TEAM}/settings/actions.ts#deleteTeamItemsAction`]: nothing,
  [`${TEAM}/settings/provider/actions.ts#changeProviderAction`]: nothing,
  [`${TEAM}/settings/provider/actions.ts#chooseServiceAction`]: nothing,
  [`${TEAM}/settings/provider/actions.ts#resetProviderAction`]: nothing,
  [`${TEAM}/settings/provider/actions.ts#testProviderAction`]: [thing('keyId')],
}
