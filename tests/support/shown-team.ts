import { registerShownTeamFinder, type ShownTeam } from '@/lib/kernel'

/** Shows a team that counts credits, shows no money, and has days of UTC, except for what is given; none if null. */
export const showTeam = (over: Partial<ShownTeam> | null): void =>
  registerShownTeamFinder(() =>
    over === null ? undefined : { unit: 'credits', costs: null, timeZone: 'UTC', ...over },
  )
