import { readTeamKeyService, requireMember } from '@/app/_server'
import { KeyTable, ReportLeak } from '@/components/keys'
import { KeyTabs } from '@/components/shell'
import { Card, EmptyState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listEnvironments } from '@/lib/teams/teams'
import { revokeGatewayKeyAction } from '../services/actions'
import { listTeamWallets } from '../team-reads'
import {
  checkKeyAction,
  deleteKeyAction,
  disableKeyAction,
  enableKeyAction,
  recogniseKeyAction,
  reportLeakAction,
} from './actions'
import { AddKeyButton } from './add-key'
import { readKeyRows } from './key-rows'

export const metadata = { title: 'Keys' }

interface KeysPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function KeysPage({ params }: KeysPageProps) {
  const ctx = await requireMember(params)
  const [wallets, environments, service] = await Promise.all([
    listTeamWallets(ctx),
    listEnvironments(ctx),
    readTeamKeyService(ctx),
  ])
  const rows = await readKeyRows(ctx, wallets)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const add = isAdmin && (
    <>
      <ReportLeak
        team={ctx.team.slug}
        now={ctx.clock.now()}
        recognise={recogniseKeyAction}
        reportLeak={reportLeakAction}
        revoke={revokeGatewayKeyAction}
      />
      <AddKeyButton
        team={ctx.team.slug}
        wallets={wallets.map(({ id, name }) => ({ id, name }))}
        environments={environments}
        keys={rows}
        service={service}
      />
    </>
  )
  return (
    <>
      <PageHeader
        title="Keys"
        description="API keys by environment. Only their first characters are shown."
        actions={add}
      />
      <KeyTabs team={ctx.team.slug} />
      <Card title="API keys">
        {rows.length === 0 ? (
          <EmptyState title="No keys yet" text="Searches and services need one. Admins add keys here." />
        ) : (
          <KeyTable
            team={ctx.team.slug}
            keys={rows}
            service={service}
            isAdmin={isAdmin}
            now={ctx.clock.now()}
            timeZone={ctx.team.timeZone}
            checkKey={checkKeyAction}
            disableKey={disableKeyAction}
            enableKey={enableKeyAction}
            deleteKey={deleteKeyAction}
            reportLeak={reportLeakAction}
          />
        )}
      </Card>
    </>
  )
}
