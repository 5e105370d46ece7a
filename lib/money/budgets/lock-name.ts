/** The name of the lock under which a team's budgets are counted anew: whoever reserves or settles shares it. */
export const budgetLock = (teamId: string): string => `budgets of ${teamId}`
