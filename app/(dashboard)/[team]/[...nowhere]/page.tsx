import { notFound } from 'next/navigation'
import { requireMember } from '@/app/_server'

export const metadata = { title: 'Not found' }

interface NowherePageProps {
  readonly params: Promise<{ team: string }>
}

/** A mistyped address inside a team: says so within its frame, whose navigation leads on. */
export default async function NowherePage({ params }: NowherePageProps) {
  await requireMember(params)
  notFound()
}
