import { isTeamMaker } from '@/app/_server'
import { loadExampleAction } from '@/app/(public)/setup/actions'
import { LoadExample } from '@/components/example'
import { currentRuntime } from '@/lib/server/runtime'
import { hasExample } from '@/lib/teams/teams'

/** Offers the example to people who may create a team and have no example yet. */
export async function OfferExample({ userId }: { readonly userId: string }) {
  const { db } = currentRuntime()
  const [isMaker, isIn] = await Promise.all([isTeamMaker(userId), hasExample(db, userId)])
  return isMaker && !isIn ? <LoadExample load={loadExampleAction} /> : null
}
