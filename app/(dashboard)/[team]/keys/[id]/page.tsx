import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, requireMember, titleOf } from '@/app/_server'
import { PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { InOrder } from '../../loaded'
import { ActivityCard } from './activity-card'
import { CallsCard } from './calls-card'
import { FactsCard } from './facts-card'
import { ReplaceCard } from './replace-card'
import { KeySpendCard } from './spend-card'

interface KeyPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

/** Read once for the page and its title. */
const readKey = cache(getKey)

export async function generateMetadata({ params }: Pick<KeyPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('key', async () => (await readKey(ctx, id)).name) }
}

const CARDS = [
  { title: 'This key', Content: FactsCard, height: 130 },
  { title: 'Key activity', Content: ActivityCard, height: 630 },
  { title: 'Spend in 7 days', Content: KeySpendCard, height: 340 },
  { title: 'Last calls', Content: CallsCard, height: 320 },
]

const REPLACE = 'Replace this key'

/** A key: its rights, its present activity, its recent purchases. */
export default async function KeyPage({ params }: KeyPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const key = await orPage(() => readKey(ctx, id), `/${slug}/keys/${id}`)
  const cards = CARDS.map(({ title, Content, height }) => ({
    title,
    height,
    content: <Content ctx={ctx} shown={key} title={title} />,
  }))
  const replace = { title: REPLACE, height: 0, content: <ReplaceCard team={slug} keyId={key.id} /> }
  return (
    <>
      <PageHeader back={{ href: `/${slug}/keys`, label: 'All keys' }} title={key.name} />
      <Stack>
        <InOrder parts={hasRole(ctx.actor.role, 'admin') ? [...cards, replace] : cards} />
      </Stack>
    </>
  )
}
