import { notFound } from 'next/navigation'
import { requireMember } from '@/app/_server'

export const metadata = { title: 'Not found' }

interface NowherePageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows not-found for a mistyped address within the team's frame, so that its navigation remains usable. */
export default async function NowherePage({ params }: NowherePageProps) {
  await requireMember(params)
  notFound()
}
