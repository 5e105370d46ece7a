import { readTeamKeyService, requireMember, type SearchParams } from '@/app/_server'
import { KeyTable, ReportLeak } from '@/components/keys'
import { listParams, WholeList } from '@/components/lists'
import { KeyTabs } from '@/components/shell'
import { Card, EmptyState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listEnvironments } from '@/lib/teams/teams'
import { revokeGatewayKeyAction } from '../services/actions'
import { listTeamWallets } from '../team-reads'
import {
  changeKeysAction,
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
  /** The part of the list to show, and its order. */
  readonly searchParams: SearchParams
}

const HEADS = [
  { key: 'key', label: 'Key' },
  { key: 'environment', label: 'Environment' },
  { key: 'wallet', label: 'Wallet' },
  { key: 'spent', label: 'Spent', isDownFirst: true },
  { key: 'activity', label: 'Last used', isDownFirst: true },
]

const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'refused', label: 'Refused' },
  { value: 'disabled', label: 'Disabled' },
]

const named = (all: readonly { readonly id: string; readonly name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, label: name }))

export default async function KeysPage({ params, searchParams }: KeysPageProps) {
  const ctx = await requireMember(params)
  const asked = listParams(await searchParams, ['text', 'sort', 'environment', 'wallet', 'state'])
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
      <Card title="API keys" isTitleHidden>
        {rows.length === 0 ? (
          <EmptyState title="No keys yet" text="Searches and services need one. Admins add keys here." />
        ) : (
          <WholeList
            base={`/${ctx.team.slug}/keys`}
            params={asked}
            rows={rows}
            of={['key', 'keys']}
            findBy="name"
            words={({ name, prefix, walletName, environmentName }) =>
              `${name} ${prefix} ${walletName} ${environmentName}`
            }
            choices={[
              { parameter: 'environment', label: 'Environment', data: named(environments) },
              { parameter: 'wallet', label: 'Wallet', data: named(wallets) },
              { parameter: 'state', label: 'State', data: STATES },
            ]}
            filters={{
              environment: ({ environmentId }) => environmentId,
              wallet: ({ walletId }) => walletId,
              state: ({ status }) => status,
            }}
            heads={HEADS}
            sorts={{
              key: ({ name }) => name,
              environment: ({ environmentName }) => environmentName,
              wallet: ({ walletName }) => walletName,
              spent: ({ spentNano }) => spentNano,
              activity: ({ lastUsedAt }) => lastUsedAt,
            }}
          >
            {(keys, sorting) => (
              <KeyTable
                team={ctx.team.slug}
                keys={keys}
                sorting={sorting}
                service={service}
                isAdmin={isAdmin}
                now={ctx.clock.now()}
                checkKey={checkKeyAction}
                disableKey={disableKeyAction}
                enableKey={enableKeyAction}
                changeKeys={changeKeysAction}
                deleteKey={deleteKeyAction}
                reportLeak={reportLeakAction}
              />
            )}
          </WholeList>
        )}
      </Card>
    </>
  )
}
