import { Alert, Box, Stack } from '@mantine/core'
import { redirect } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { DigestSwitches, PasswordForm, ProfileForm, SessionList } from '@/components/account'
import { NO_MAIL_SERVER } from '@/components/alerts'
import { ButtonLink, Card, PageHeader } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { listSessions, mayCreateTeams } from '@/lib/teams/accounts'
import { listDigestTeamIds, listTeamsOf } from '@/lib/teams/teams'
import { setDigestAction } from '../../(dashboard)/[team]/members/actions'
import {
  changePasswordAction,
  changeProfileAction,
  endOtherSessionsAction,
  endSessionAction,
} from './actions'

export const metadata = { title: 'Account' }

export default async function AccountPage() {
  const person = await currentPerson()
  if (!person) redirect('/sign-in?callbackUrl=/account')
  const { db, clock, mailer } = currentRuntime()
  const [sessions, all, digests, reports, isMaker] = await Promise.all([
    listSessions(db, clock, person),
    listTeamsOf(db, person.id),
    listDigestTeamIds(db, person.id, 'day'),
    listDigestTeamIds(db, person.id, 'month'),
    mayCreateTeams(db, person.id),
  ])
  const [team] = all
  const teams = all.filter(({ isExample }) => !isExample)
  return (
    <>
      <PageHeader title="Account" description={person.email} />
      <Stack>
        {!team && (
          <Alert variant="light" title="You are not in a team">
            {isMaker ? (
              <ButtonLink href="/setup?team=new">New team</ButtonLink>
            ) : (
              `Ask an admin of a team to invite ${person.email}, or an installation admin to create a team with you.`
            )}
          </Alert>
        )}
        <Card title="Profile">
          <ProfileForm name={person.name} change={changeProfileAction} />
        </Card>
        {teams.length > 0 && (
          <Card
            title="Daily digest"
            description={`What a team spent yesterday, its new items and open alerts, mailed to ${person.email} after midnight.`}
          >
            <DigestSwitches
              every="day"
              teams={teams.map(({ id, slug, name }) => ({ slug, name, isOn: digests.has(id) }))}
              problem={mailer.server === null ? NO_MAIL_SERVER : null}
              set={setDigestAction}
            />
          </Card>
        )}
        {teams.length > 0 && (
          <Card
            title="Monthly report"
            description={`What a team spent in the month that ended, compared with the month before, with balances and budgets, mailed to ${person.email} on the first of each month.`}
          >
            <DigestSwitches
              every="month"
              teams={teams.map(({ id, slug, name }) => ({ slug, name, isOn: reports.has(id) }))}
              problem={mailer.server === null ? NO_MAIL_SERVER : null}
              set={setDigestAction}
            />
          </Card>
        )}
        <Card title="Password">
          <Box maw={440}>
            <PasswordForm change={changePasswordAction} />
          </Box>
        </Card>
        <Card
          title="Sessions"
          description="Where you are signed in. End a session that you do not recognise, and change your password."
        >
          <SessionList
            sessions={sessions}
            timeZone={team?.timeZone ?? 'UTC'}
            end={endSessionAction}
            endOthers={endOtherSessionsAction}
          />
        </Card>
      </Stack>
    </>
  )
}
