/**
 * A team's rows, beside the ids that are asked for. In this form SQLite looks them up by id; with a plain comparison of the
 * team it reads all rows of the team for more than a few ids.
 */
export const ofTeam = (teamId: string) => ({ NOT: { teamId: { not: teamId } } })
