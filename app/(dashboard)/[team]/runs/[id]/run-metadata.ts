import type { Metadata } from 'next'
import { cache } from 'react'
import { requireMember, titleOf } from '@/app/_server'
import { openRun, type RunView } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'

/** Opens the run once for the page and its title. */
export const readRun = cache(openRun)

/**
 * Returns the id of a run's search if the member can open it: it may be in the trash or belong to somebody else by
 * now.
 */
export async function searchOf(ctx: TeamCtx, { searchId }: RunView): Promise<string | null> {
  if (searchId === null) return null
  return (await listSearchNames(ctx, [searchId])).has(searchId) ? searchId : null
}

/** Titles the page with the run's name, so that several open runs can be told apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await titleOf('run', async () => (await readRun(ctx, id)).run.searchName) }
}
