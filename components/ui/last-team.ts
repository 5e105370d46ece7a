'use client'

import { useSyncExternalStore } from 'react'

const KEY = 'purser-team'

/** Remembers, for this tab, the team that somebody looks at. */
export function rememberTeam(slug: string): void {
  try {
    window.sessionStorage.setItem(KEY, slug)
  } catch {
    // A browser that stores nothing: the link back then leads to the first team.
  }
}

function lastTeam(): string | null {
  try {
    return window.sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

const never = () => () => undefined

/** Returns the team that somebody came from in this tab, if it is one of these; else the first of them, or null. */
export function useLastTeam<Team extends { readonly slug: string }>(teams: readonly Team[]): Team | null {
  const slug = useSyncExternalStore(never, lastTeam, () => null)
  return teams.find((team) => team.slug === slug) ?? teams[0] ?? null
}
