import { redirect } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled } from '@/lib/teams/accounts'
import { listTeamsOf } from '@/lib/teams/teams'

/** Redirects everyone: to set-up, sign-in, or their first team. */
export default async function Home() {
  const { db } = currentRuntime()
  const person = await currentPerson()
  if (!person) redirect((await isInstalled(db)) ? '/sign-in' : '/setup')
  const [team] = await listTeamsOf(db, person.id)
  redirect(team ? `/${team.slug}` : '/setup')
}
