import { Text } from '@mantine/core'
import { notFound } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { FrontPage } from '@/components/account'
import { AppLink } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { findInvite, findMembership } from '@/lib/teams/teams'
import { JoinWithAccount, JoinWithNewAccount, WrongInviteAddress } from './join'

export const metadata = { title: 'Invite' }

interface InvitePageProps {
  readonly params: Promise<{ token: string }>
}

export default async function InvitePage({ params }: InvitePageProps) {
  const { token } = await params
  const { db, clock } = currentRuntime()
  const [invite, person] = await Promise.all([findInvite(db, clock, token), currentPerson()])
  if (!invite) notFound()
  const { team, role, email, invitedBy } = invite
  const as = role === 'admin' ? 'an admin' : `a ${role}`
  const isMember = person !== null && (await findMembership(db, team.slug, person.id)) !== null
  if (isMember)
    return (
      <FrontPage title={`Join ${team.name}`} text="You are in this team already.">
        <AppLink size="md" href={`/${team.slug}`}>
          Go to {team.name}
        </AppLink>
      </FrontPage>
    )
  return (
    <FrontPage
      title={`Join ${team.name}`}
      text={`${invitedBy} invites ${email ?? 'you'} to the team ${team.name} as ${as}.`}
    >
      {person && email !== null && email.toLowerCase() !== person.email.toLowerCase() ? (
        <WrongInviteAddress token={token} email={email} person={{ name: person.name, email: person.email }} />
      ) : person ? (
        <JoinWithAccount token={token} team={team.name} name={person.name} />
      ) : (
        <>
          <JoinWithNewAccount token={token} team={team.name} email={email} />
          <Text size="sm" mt="md">
            <AppLink size="md" href={`/sign-in?callbackUrl=/invite/${encodeURIComponent(token)}`}>
              Sign in and join with your account
            </AppLink>
          </Text>
        </>
      )}
    </FrontPage>
  )
}
