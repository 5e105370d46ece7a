import type { Metadata } from 'next'
import { cache } from 'react'
import { requireMember, titleOf } from '@/app/_server'
import { getWallet } from '@/lib/money/wallets'

/** Reads the wallet once for the page and its title. */
export const readWallet = cache(getWallet)

/** Titles the page with the wallet's name, so that several open wallets can be told apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await titleOf('wallet', async () => (await readWallet(ctx, id)).name) }
}
