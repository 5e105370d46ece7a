import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, requireMember, titleOf } from '@/app/_server'
import { CardBoundary, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { ActivityCard } from './activity-card'
import { CallsCard } from './calls-card'
import { FactsCard } from './facts-card'
import { KeyHeaderActions } from './header-actions'
import { KeySpendCard } from './spend-card'

interface KeyPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

/** Reads the key once for the page and its title. */
const readKey = cache(getKey)

export async function generateMetadata({ params }: Pick<KeyPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('key', async () => (await readKey(ctx, id)).name) }
}

const CARDS = [
  { title: 'This key', Content: FactsCard },
  { title: 'Key activity', Content: ActivityCard },
  { title: 'Spend in 7 days', Content: KeySpendCard },
  { title: 'Newest calls', Content: CallsCard },
]

/** Shows a key: its rights, its present activity and its recent purchases. */
export default async function KeyPage({ params }: KeyPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const key = await orPage(() => readKey(ctx, id), `/${slug}/keys/${id}`)
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
