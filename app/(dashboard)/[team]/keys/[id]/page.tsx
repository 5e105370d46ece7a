import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import {
  keyFigures,
  otherServiceLookup,
  pageTitle,
  readForPage,
  readPageRange,
  readTeamKeyService,
  requireMember,
  teamProvider,
} from '@/app/_server'
import { KeyActivity, KeyFacts, KeyMenu, ReplaceKeyForm, SetRateForm } from '@/components/keys'
import { AppLink, ButtonLink, Card, CardBoundary, EmptyState, FormDrawer, PageHeader } from '@/components/ui'
import { LedgerTable } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { getKey, type KeyView } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listEnvironments } from '@/lib/teams/teams'
import { DeletedDetailsNote } from '../../notes'
import { SpendCard } from '../../usage/spend-chart'
import {
  checkKeyAction,
  deleteKeyAction,
  disableKeyAction,
  enableKeyAction,
  replaceKeyAction,
  reportLeakAction,
  setKeyRateAction,
} from '../actions'
import { gatewayKeysByKey, shownBalance } from '../key-rows'

interface KeyPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

/** Reads the key once for the page and its title. */
const readKey = cache(getKey)

export async function generateMetadata({ params }: Pick<KeyPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await pageTitle('key', async () => (await readKey(ctx, id)).name) }
}

const CARDS = [
  { title: 'This key', Content: FactsCard },
  { title: 'Key activity', Content: ActivityCard },
  { title: 'Spend in 7 days', Content: KeySpendCard },
  { title: 'Newest calls', Content: CallsCard },
]

/** Shows a key: its rights, its current activity and its recent purchases. */
export default async function KeyPage({ params }: KeyPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const key = await readForPage(() => readKey(ctx, id), `/${slug}/keys/${id}`)
  return (
    <>
      <PageHeader
        back={{ href: `/${slug}/keys`, label: 'All keys' }}
        title={key.name}
        actions={hasRole(ctx.actor.role, 'admin') && <KeyHeaderActions ctx={ctx} shown={key} />}
      />
      <Stack>
        {CARDS.map(({ title, Content }) => (
          <CardBoundary key={title}>
            <Content ctx={ctx} shown={key} title={title} />
          </CardBoundary>
        ))}
      </Stack>
    </>
  )
}

/** Offers admins to replace the key, and the other actions on it. */
async function KeyHeaderActions({ ctx, shown }: { readonly ctx: TeamCtx; readonly shown: KeyView }) {
  const { slug } = ctx.team
  const [boundTo, service, elsewhere, { provider }] = await Promise.all([
    gatewayKeysByKey(ctx),
    readTeamKeyService(ctx),
    otherServiceLookup(ctx),
    teamProvider(ctx),
  ])
  const tellsRate = provider.account !== null && provider.account.rate !== null
  return (
    <>
      <FormDrawer label="Replace key" title="Replace this key" variant="default">
        <ReplaceKeyForm team={slug} keyId={shown.id} form={service.form} replaceKey={replaceKeyAction} />
      </FormDrawer>
      {!tellsRate && (
        <FormDrawer label="Set limit" title="Set the limit of this key" variant="default" size="xs">
          <SetRateForm
            team={slug}
            keyId={shown.id}
            rate={shown.rate}
            plans={provider.plans}
            setKeyRate={setKeyRateAction}
          />
        </FormDrawer>
      )}
      <KeyMenu
        team={slug}
        row={{ ...shown, gatewayKeys: boundTo(shown.id) }}
        hasCheck={service.tellsKeys && elsewhere(shown.service) === null}
        checkKey={checkKeyAction}
        disableKey={disableKeyAction}
        enableKey={enableKeyAction}
        deleteKey={deleteKeyAction}
        reportLeak={reportLeakAction}
      />
    </>
  )
}

/** Shows the key's requests as this Purser's pacer sends them. Watching sends none. */
async function ActivityCard({ ctx, shown }: { readonly ctx: TeamCtx; readonly shown: KeyView }) {
  const { engine } = currentRuntime()
  const { slug } = ctx.team
  return (
    <KeyActivity
      team={slug}
      keyId={shown.id}
      figures={await keyFigures(ctx, shown.id)}
      now={ctx.clock.now()}
      lastUsedAt={shown.lastUsedAt}
      isOneOfSeveral={engine === 'postgres'}
      firstStep={
        <ButtonLink href={`/${slug}/searches`} size="xs" variant="default">
          Go to the searches
        </ButtonLink>
      }
    />
  )
}

interface FactsCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

/** Shows what the key is and may do, and the balance of its wallet. */
async function FactsCard({ ctx, shown, title }: FactsCardProps) {
  const [wallet, { provider }, service, elsewhere, problem] = await Promise.all([
    getWallet(ctx, shown.walletId),
    teamProvider(ctx),
    readTeamKeyService(ctx),
    otherServiceLookup(ctx),
    shown.reference === null ? null : currentRuntime().worker.perform('referenceProblem', ctx, shown.id),
  ])
  const row = {
    ...shown,
    balance: shownBalance(wallet),
    unit: provider.balanceUnit,
    elsewhere: elsewhere(shown.service),
  }
  return (
    <Card title={title}>
      <KeyFacts row={row} service={service} problem={problem} now={ctx.clock.now()} />
    </Card>
  )
}

interface KeySpendCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

/** Shows what the key bought in recent days, against its wallet's balance. */
async function KeySpendCard({ ctx, shown, title }: KeySpendCardProps) {
  // No parameters: the last seven days.
  const range = await readPageRange(ctx, Promise.resolve({}))
  return (
    <SpendCard
      ctx={ctx}
      title={title}
      range={range}
      narrowed={{ by: 'environment', key: shown.id }}
      walletIds={[shown.walletId]}
    />
  )
}

interface CallsCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

const MAX = 10

/** Lists the key's latest ledger entries. */
async function CallsCard({ ctx, shown, title }: CallsCardProps) {
  const { slug, timeZone } = ctx.team
  const [{ entries, next }, environments] = await Promise.all([
    listEntries(ctx, { keyId: shown.id }, undefined, MAX),
    listEnvironments(ctx),
  ])
  return (
    <Card
      title={title}
      description={`Times in ${timeZone}`}
      actions={
        <AppLink href={`/${slug}/usage?by=key&key=${shown.id}&tab=ledger`}>All calls of this key</AppLink>
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="No calls on the ledger" text="This key’s calls are listed here." />
      ) : (
        <LedgerTable team={slug} entries={entries} environments={environments} hasTimes />
      )}
      {next === null && <DeletedDetailsNote ctx={ctx} since={shown.createdAt} />}
    </Card>
  )
}
