/**
 * Returns the condition for a team's rows, in addition to their ids. In this form SQLite looks them up by id. With a
 * plain comparison of the team, it reads all rows of the team for more than a few ids.
 */
export const ofTeam = (teamId: string) => ({ NOT: { teamId: { not: teamId } } })
