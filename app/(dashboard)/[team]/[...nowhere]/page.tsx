import { notFound } from 'next/navigation'
import { requireMember } from '@/app/_server'

export const metadata = { title: 'Not found' }

interface NowherePageProps {
  readonly params: Promise<{ team: string }>
}

/**
 * Answers a mistyped address inside a team with not-found, within the team's frame, so that its navigation leads on.
 */
export default async function NowherePage({ params }: NowherePageProps) {
  await requireMember(params)
  notFound()
}
