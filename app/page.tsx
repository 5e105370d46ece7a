import { redirect } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled } from '@/lib/teams/accounts'
import { listTeamsOf } from '@/lib/teams/teams'

/** Sends everyone where he belongs: set-up, sign-in, or his first team. */
export default async function Home() {
  const { db } = currentRuntime()
  const person = await currentPerson()
  if (!person) redirect((await isInstalled(db)) ? '/sign-in' : '/setup')
  const [team] = await listTeamsOf(db, person.id)
  redirect(team ? `/${team.slug}` : '/setup')
}
