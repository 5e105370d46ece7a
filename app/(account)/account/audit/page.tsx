import { notFound, redirect } from 'next/navigation'
import { accountTimeZone, currentPerson, type SearchParams } from '@/app/_server'
import { AuditEntries, AuditFilters } from '@/components/settings'
import { PageHeader } from '@/components/ui'
import { auditQuerySchema, ENTRIES_PER_PAGE, findAuditDaysProblem } from '@/lib/platform/audit'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstallationAdmin, listAccountEvents } from '@/lib/teams/accounts'

export const metadata = { title: 'Audit log' }

export default async function AccountAuditPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const person = await currentPerson()
  if (!person) redirect('/sign-in?callbackUrl=/account/audit')
  const { db } = currentRuntime()
  if (!(await isInstallationAdmin(db, person.id))) notFound()
  const query = auditQuerySchema.parse(await searchParams)
  const problem = findAuditDaysProblem(query)
  const timeZone = await accountTimeZone(person)
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Sign-ins, failed sign-ins, and changes to passwords and installation admins. Each team has a log of its own."
      />
      <AuditFilters query={query} problem={problem} />
      {problem === null && (
        <AuditEntries
          entries={await listAccountEvents(db, person, query, timeZone)}
          perPage={ENTRIES_PER_PAGE}
          here="/account/audit"
          timeZone={timeZone}
          query={query}
        />
      )}
    </>
  )
}
