import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { requireMember, teamPrices, teamProvider } from '@/app/_server'
import { KEPT_AFTER_DELETION_TEXT } from '@/components/items/what-stays'
import { ItemsMenu } from '@/components/runs'
import {
  CallRetentionForm,
  CountStoredItems,
  describeStoredItems,
  EnvironmentForm,
  FactList,
  ItemRetentionForm,
  keptForText,
  PriceForm,
  RenameEnvironmentForm,
  type SettablePrice,
  TeamForm,
} from '@/components/settings'
import { SettingTabs } from '@/components/shell'
import { AppLink, Card, CardBoundary, EnvironmentBadge, FormDrawer, PageHeader } from '@/components/ui'
import { MAX_AUTO_COUNTED_PAGES, measureStoredItemsIfFew } from '@/lib/collect/retention'
import {
  describeTariff,
  formatBytes,
  formatCount,
  formatDay,
  formatMoment,
  formatPlural,
  hasRole,
  isCurrencyUnit,
  operationLabel,
  type ProviderPrices,
  perItemTariff,
  withLeadPrice,
} from '@/lib/kernel'
import { findDeletedCalls } from '@/lib/money/ledger'
import type { PriceView } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import {
  ENVIRONMENT_COLORS,
  type EnvironmentView,
  listEnvironments,
  listTimeZones,
  readCallRetention,
  readItemRetentionDays,
} from '@/lib/teams/teams'
import { providerPrices } from '@/lib/upstream/providers'
import {
  createEnvironmentAction,
  deleteTeamItemsAction,
  keepCallsAction,
  keepItemsAction,
  measureOldCallsAction,
  measureStoredAction,
  measureTooOldAction,
  renameEnvironmentAction,
  setPriceAction,
  updateTeamAction,
} from './actions'

const ITEMS = 'Stored items'
const CALLS = 'Call history'

export const metadata = { title: 'Settings' }

interface SettingsPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function SettingsPage({ params }: SettingsPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <PageHeader title="Settings" description={`${ctx.team.name}, ${ctx.team.timeZone}`} />
      <SettingTabs team={ctx.team.slug} isAdmin={isAdmin} />
      <Stack>
        {isAdmin && <DoorNotes />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
          {isAdmin && <TeamCard ctx={ctx} />}
          <CardBoundary>
            <PricesCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <EnvironmentsCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <UpstreamCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <ItemsCard title={ITEMS} ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <CallsAgeCard title={CALLS} ctx={ctx} />
          </CardBoundary>
        </SimpleGrid>
        {!isAdmin && <Text size="sm">Admins change the team, its environments and prices here.</Text>}
      </Stack>
    </>
  )
}

/** Props of the cards that only admins see and change. */
interface CardProps {
  readonly ctx: TeamCtx
}

/** Shows what the door found in the deployment that an operator should change; see lib/server/front/door.ts. */
function DoorNotes() {
  const notes = processSingleton('door-notes', () => new Map<string, string>())
  return [...notes].map(([name, text]) => (
    <Alert key={name} color="yellow" variant="light" title="This installation">
      {text}
    </Alert>
  ))
}

function TeamCard({ ctx }: CardProps) {
  const { slug, name, timeZone } = ctx.team
  return (
    <Card title="Team">
      <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
    </Card>
  )
}

/** Lists the team's environments; admins add and rename them. */
async function EnvironmentsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const environments = await listEnvironments(ctx)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card
      title="Environments"
      actions={isAdmin && <EnvironmentForms team={ctx.team.slug} environments={environments} />}
    >
      <Group gap="xs">
        {environments.map(({ id, name, color }) => (
          <EnvironmentBadge key={id} color={color}>
            {name}
          </EnvironmentBadge>
        ))}
      </Group>
    </Card>
  )
}

interface EnvironmentFormsProps {
  readonly team: string
  readonly environments: readonly EnvironmentView[]
}

function EnvironmentForms({ team, environments }: EnvironmentFormsProps) {
  return (
    <>
      <FormDrawer label="Rename environment" title="Rename an environment" variant="default" size="xs">
        <RenameEnvironmentForm
          team={team}
          environments={environments.map(({ id, name }) => ({ id, name }))}
          rename={renameEnvironmentAction}
        />
      </FormDrawer>
      <FormDrawer label="Add environment" title="Add an environment" variant="default" size="xs">
        <EnvironmentForm
          team={team}
          colors={ENVIRONMENT_COLORS}
          create={createEnvironmentAction}
          used={environments.map(({ color }) => color)}
        />
      </FormDrawer>
    </>
  )
}

const SOURCES: Record<PriceView['source'], string> = {
  admin: 'set by an admin',
  provider: 'from the provider',
  inferred: 'inferred from balance readings',
  none: 'spend is shown in items until it is set',
  differing: 'wallets differ: see each wallet',
}

async function PricesCard({ ctx }: CardProps) {
  const [prices, { provider }] = await Promise.all([teamPrices(ctx), teamProvider(ctx)])
  const dayOf = (at: Date) => formatMoment(at, ctx.team.timeZone)
  const facts = Object.fromEntries(
    prices.map(({ operation, tariff, source, coming }) => {
      const now = tariff === null ? 'Unknown' : describeTariff(tariff, provider.balanceUnit)
      const next = coming && withLeadPrice(tariff ?? perItemTariff(0n), coming.priceNano)
      const then =
        next && `; ${describeTariff(next, provider.balanceUnit)} from ${dayOf(coming.effectiveAt)} on`
      return [operationLabel(operation), `${now}: ${SOURCES[source]}${then ?? ''}`]
    }),
  )
  return (
    <Card
      title="Prices"
      description="Past calls keep their price."
      actions={
        <>
          <AppLink href={`/${ctx.team.slug}/settings/costs`} size="sm">
            {isCurrencyUnit(provider.balanceUnit) ? 'Costs' : 'Credit costs'}
          </AppLink>
          {hasRole(ctx.actor.role, 'admin') && (
            <FormDrawer label="Set price" title="Set a price" variant="default" size="xs">
              <PriceForm
                team={ctx.team.slug}
                prices={settable(prices, providerPrices(provider))}
                set={setPriceAction}
              />
            </FormDrawer>
          )}
        </>
      }
    >
      <FactList facts={facts} />
    </Card>
  )
}

const settable = (prices: readonly PriceView[], provider: ProviderPrices): SettablePrice[] =>
  prices.map(({ operation, tariff }) => ({ operation, tariff, stated: provider[operation] ?? null }))

async function UpstreamCard({ ctx }: CardProps) {
  const { provider, baseUrl, isSandbox } = await teamProvider(ctx)
  const facts = {
    Service: provider.name,
    'Base URL': isSandbox ? 'The built-in sandbox: pretend data, pretend credits' : baseUrl,
    'Keys are sent as': `${provider.auth.header}${provider.auth.scheme === '' ? '' : `: ${provider.auth.scheme}`}`,
    'Support address': provider.supportAddress ?? 'Not given',
  }
  return (
    <Card
      title="Upstream"
      actions={
        <AppLink href={`/${ctx.team.slug}/settings/provider`} size="sm">
          Provider
        </AppLink>
      }
    >
      <FactList facts={facts} />
    </Card>
  )
}

/** Shows to everyone how much space the team's items take and how long they are kept; admins can change it. */
async function ItemsCard({ title, ctx }: { readonly title: string; readonly ctx: TeamCtx }) {
  const [stored, days] = await Promise.all([measureStoredItemsIfFew(ctx), readItemRetentionDays(ctx)])
  const { slug } = ctx.team
  const many = `Items of more than ${formatCount(MAX_AUTO_COUNTED_PAGES)} pages`
  // Admins see the period in the form.
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const facts = {
    Stored: stored ? describeStoredItems(stored) : many,
    ...(!isAdmin && { 'For how long': keptForText(days, 'day') }),
  }
  const menu = isAdmin && stored?.pages !== 0 && (
    <ItemsMenu
      name="the stored items"
      input={{ team: slug }}
      label="Delete all items now"
      title="Delete all items of the team?"
      text={`The contents of ${stored ? `all ${formatPlural(stored.items, 'item')} (${formatBytes(stored.bytes)})` : 'all items'} are deleted, including those of private runs. ${KEPT_AFTER_DELETION_TEXT}`}
      remove={deleteTeamItemsAction}
    />
  )
  return (
    <Card title={title} description="What searches bought. What services buy is not stored." actions={menu}>
      <FactList facts={facts} />
      {stored === null && <CountStoredItems team={slug} count={measureStoredAction} />}
      {isAdmin && (
        <ItemRetentionForm
          key={days}
          team={slug}
          days={days}
          measure={measureTooOldAction}
          keep={keepItemsAction}
        />
      )}
    </Card>
  )
}

/** Shows to everyone how long details of calls are kept; admins can change it. */
async function CallsAgeCard({ title, ctx }: { readonly title: string; readonly ctx: TeamCtx }) {
  const [{ months }, deletedCalls] = await Promise.all([readCallRetention(ctx), findDeletedCalls(ctx)])
  const { slug, timeZone } = ctx.team
  // Admins see the period in the form.
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const deleted = deletedCalls
    ? { Deleted: `What was before ${formatDay(deletedCalls.before, timeZone)}` }
    : {}
  return (
    <Card title={title} description="Who called, when, and what each call cost. Totals are always kept.">
      <FactList facts={isAdmin ? deleted : { 'For how long': keptForText(months, 'month'), ...deleted }} />
      {isAdmin && (
        <CallRetentionForm
          key={months}
          team={slug}
          months={months}
          measure={measureOldCallsAction}
          keep={keepCallsAction}
        />
      )}
    </Card>
  )
}
