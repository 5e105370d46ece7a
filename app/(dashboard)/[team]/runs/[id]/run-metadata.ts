import type { Metadata } from 'next'
import { cache } from 'react'
import { requireMember, titleOf } from '@/app/_server'
import { openRun, type RunView } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'

/** Opened once for the page and its title. */
export const readRun = cache(openRun)

/** The search of a run, where the member can open it: it may be in the trash, or another's by now. */
export async function searchOf(ctx: TeamCtx, { searchId }: RunView): Promise<string | null> {
  if (searchId === null) return null
  return (await listSearchNames(ctx, [searchId])).has(searchId) ? searchId : null
}

/** A browser with several runs open tells them apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await titleOf('run', async () => (await readRun(ctx, id)).run.searchName) }
}
