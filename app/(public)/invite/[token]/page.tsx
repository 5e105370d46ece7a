import { Text } from '@mantine/core'
import { notFound } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { FrontPage } from '@/components/account'
import { LinkTo } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { findInvite, findMembership } from '@/lib/teams/teams'
import { JoinAsNew, JoinAsPerson, OtherAddress } from './join'

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
        <LinkTo href={`/${team.slug}`}>Go to {team.name}</LinkTo>
      </FrontPage>
    )
  return (
    <FrontPage
      title={`Join ${team.name}`}
      text={`${invitedBy} invites ${email ?? 'you'} to the team ${team.name} as ${as}.`}
    >
      {person && email !== null && email.toLowerCase() !== person.email.toLowerCase() ? (
        <OtherAddress token={token} email={email} person={{ name: person.name, email: person.email }} />
      ) : person ? (
        <JoinAsPerson token={token} team={team.name} name={person.name} />
      ) : (
        <>
          <JoinAsNew token={token} team={team.name} email={email} />
          <Text size="sm" mt="md">
            <LinkTo href={`/sign-in?callbackUrl=/invite/${encodeURIComponent(token)}`}>
              Sign in and join with your account
            </LinkTo>
          </Text>
        </>
      )}
    </FrontPage>
  )
}
