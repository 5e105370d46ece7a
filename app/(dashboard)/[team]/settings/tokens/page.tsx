import { requireMember } from '@/app/_server'
import { SettingTabs } from '@/components/shell'
import { CreateToken, TokenTable } from '@/components/tokens/token-table'
import { AppLink, Card, ForbiddenState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listTokens, PERMISSION_NAMES, PERMISSIONS } from '@/lib/teams/tokens'
import { createTokenAction, revokeTokenAction } from './actions'

export const metadata = { title: 'Tokens' }

const PERMITTED = PERMISSION_NAMES.map((name) => ({ name, label: PERMISSIONS[name].label }))

interface TokensPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function TokensPage({ params }: TokensPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const header = (
    <>
      <PageHeader
        title="Tokens"
        description={
          <>
            With a token a program of the team reads and changes what Purser holds. To let an app call the
            API, add a{' '}
            <AppLink href={`/${slug}/services`} size="inherit">
              service
            </AppLink>
            .
          </>
        }
        actions={isAdmin && <CreateToken team={slug} permissions={PERMITTED} create={createTokenAction} />}
      />
      <SettingTabs team={slug} isAdmin={isAdmin} />
    </>
  )
  if (!isAdmin)
    return (
      <>
        {header}
        <ForbiddenState needs="admin" toDo="see and create tokens" />
      </>
    )
  return (
    <>
      {header}
      <Card
        title="All tokens"
        description={
          <>
            Each may do only what its permissions allow. A budget for a token is created on the page{' '}
            <AppLink href={`/${slug}/budgets`} size="inherit">
              Budgets
            </AppLink>
            .
          </>
        }
        actions={
          <AppLink href={`/${slug}/api`} size="sm">
            The API
          </AppLink>
        }
      >
        <TokenTable
          team={slug}
          timeZone={timeZone}
          tokens={await listTokens(ctx)}
          permissions={PERMITTED}
          revoke={revokeTokenAction}
        />
      </Card>
    </>
  )
}
