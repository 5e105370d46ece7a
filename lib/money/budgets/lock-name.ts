/** Returns the name of the lock for recounting a team's budgets. Reservations and settlements share it. */
export const budgetLock = (teamId: string): string => `budgets of ${teamId}`
