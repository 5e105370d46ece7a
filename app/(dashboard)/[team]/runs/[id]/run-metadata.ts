import type { Metadata } from 'next'
import { cache } from 'react'
import { requireMember, titleOf } from '@/app/_server'
import { openRun } from '@/lib/collect/runs'

/** Opened once for the page and its title. */
export const readRun = cache(openRun)

/** A browser with several runs open tells them apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await titleOf('run', async () => (await readRun(ctx, id)).run.searchName) }
}
