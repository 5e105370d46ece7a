import { Stack } from '@mantine/core'
import { requireMember, teamContract } from '@/app/_server'
import { KeyTable, laneCell } from '@/components/keys'
import { ButtonLink, Card, EmptyState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listWallets } from '@/lib/money/wallets'
import { currentRuntime } from '@/lib/server/runtime'
import { listEnvironments } from '@/lib/teams/teams'
import {
  checkKeyAction,
  deleteKeyAction,
  disableKeyAction,
  enableKeyAction,
  reportLeakAction,
} from './actions'
import { AddKey } from './add-key'

export const metadata = { title: 'Keys' }

interface KeysPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function KeysPage({ params }: KeysPageProps) {
  const ctx = await requireMember(params)
  const [keys, wallets, environments, { contract }] = await Promise.all([
    listKeys(ctx),
    listWallets(ctx),
    listEnvironments(ctx),
    teamContract(ctx),
  ])
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const balanceOf = (walletId: string) => wallets.find(({ id }) => id === walletId)?.balance ?? null
  const { worker, sandbox } = currentRuntime()
  const figures = await worker.perform(
    'figuresOf',
    ctx,
    keys.map(({ id }) => id),
  )
  const rows = keys.map((key) => ({
    ...key,
    balance: balanceOf(key.walletId),
    unit: contract.balanceUnit,
    lane: laneCell(figures.get(key.id) ?? null),
  }))
  const choices = wallets.map(({ id, name }) => ({ id, name }))
  return (
    <>
      <PageHeader
        title="Keys"
        description="Upstream keys by environment. Only their prefixes are ever shown."
      />
      <Stack>
        <Card title="Keys">
          {keys.length === 0 ? (
            <EmptyState
              title="No keys yet"
              text="An admin adds the keys that this team's searches run with."
            />
          ) : (
            <KeyTable
              team={slug}
              keys={rows}
              isAdmin={isAdmin}
              now={ctx.clock.now()}
              timeZone={timeZone}
              checkKey={checkKeyAction}
              disableKey={disableKeyAction}
              enableKey={enableKeyAction}
              deleteKey={deleteKeyAction}
              reportLeak={reportLeakAction}
            />
          )}
        </Card>
        {isAdmin && (
          <Card
            title="Add a key"
            description="Several keys may draw on one wallet, usually one for each environment."
          >
            {choices.length === 0 ? (
              <EmptyState
                title="Add a wallet first"
                text="A key draws on a wallet."
                action={<ButtonLink href={`/${slug}/wallets`}>Add a wallet</ButtonLink>}
              />
            ) : (
              <AddKey
                team={slug}
                wallets={choices}
                environments={environments}
                keys={rows}
                hasSandbox={sandbox !== null}
              />
            )}
          </Card>
        )}
      </Stack>
    </>
  )
}
