import { Stack } from '@mantine/core'
import { notFound, redirect } from 'next/navigation'
import { accountTimeZone, currentPerson, type SearchParams } from '@/app/_server'
import { TypedField } from '@/components/lists'
import { PeopleTable, TeamCreatorsForm } from '@/components/people/people-table'
import { AppLink, Card, EmptyState, PageHeader } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstallationAdmin, listPeople, listPeopleInput, readTeamCreators } from '@/lib/teams/accounts'
import {
  deletePersonAction,
  disablePersonAction,
  makeResetLinkAction,
  setInstallationAdminAction,
  setTeamMakersAction,
} from './actions'

export const metadata = { title: 'People' }

const WHOLE = { base: '100%', sm: 300 }

export default async function PeoplePage({ searchParams }: { readonly searchParams: SearchParams }) {
  const person = await currentPerson()
  if (!person) redirect('/sign-in?callbackUrl=/account/people')
  const { db } = currentRuntime()
  if (!(await isInstallationAdmin(db, person.id))) notFound()
  const { text = '', after = '' } = await searchParams
  const given = listPeopleInput.safeParse({ text, after })
  const query = given.success ? given.data : { text: '', after: '' }
  const [{ people, next }, teamsBy, timeZone] = await Promise.all([
    listPeople(db, person, query),
    readTeamCreators(db),
    accountTimeZone(person),
  ])
  return (
    <>
      <PageHeader title="People" description="All accounts of this installation." />
      <Stack>
        <Card title="Accounts">
          <Stack gap="sm">
            <TypedField parameter="text" label="Name or e-mail address" maxLength={100} w={WHOLE} />
            {people.length === 0 && (
              <EmptyState
                title="No matching accounts"
                text={`No name or address contains “${query.text}”.`}
                action={
                  <AppLink size="md" href="/account/people">
                    Show all accounts
                  </AppLink>
                }
              />
            )}
            <PeopleTable
              people={people}
              ownId={person.id}
              timeZone={timeZone}
              setAdmin={setInstallationAdminAction}
              disable={disablePersonAction}
              remove={deletePersonAction}
              makeLink={makeResetLinkAction}
            />
            {next !== null && (
              <AppLink href={`/account/people?${new URLSearchParams({ text: query.text, after: next })}`}>
                Next page
              </AppLink>
            )}
          </Stack>
        </Card>
        <Card title="New teams">
          <TeamCreatorsForm teamsBy={teamsBy} save={setTeamMakersAction} />
        </Card>
      </Stack>
    </>
  )
}
