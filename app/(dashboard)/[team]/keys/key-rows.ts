import { otherServiceLookup, teamProvider } from '@/app/_server'
import { describeActivityBriefly, type KeyRow } from '@/components/keys'
import { listKeys } from '@/lib/keys/keys'
import { listGatewayKeys, listServices } from '@/lib/keys/services'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { sumSpendOf30Days } from '../team-reads'

/** Returns a wallet's expected balance, as on every other page, and its last reading; null if it was never read. */
export const shownBalance = ({ balance, expectedNano }: WalletView): KeyRow['balance'] =>
  balance && { ...balance, balanceNano: expectedNano ?? balance.balanceNano, readNano: balance.balanceNano }

/** Returns a lookup of the gateway keys bound to a key, each with its service. */
export async function gatewayKeysByKey(ctx: TeamCtx) {
  const [gatewayKeys, services] = await Promise.all([listGatewayKeys(ctx), listServices(ctx)])
  const nameOf = new Map(services.map(({ id, name }) => [id, name]))
  return (id: string) =>
    gatewayKeys
      .filter(({ keyId }) => keyId === id)
      .map(({ prefix, serviceId }) => ({ prefix, serviceName: nameOf.get(serviceId) ?? '' }))
}

/** Returns the rows of the key table: each key with its spend, its wallet's balance and its present activity. */
export async function readKeyRows(ctx: TeamCtx, wallets: readonly WalletView[]) {
  const [keys, { provider }, boundTo, elsewhere, spent] = await Promise.all([
    listKeys(ctx),
    teamProvider(ctx),
    gatewayKeysByKey(ctx),
    otherServiceLookup(ctx),
    sumSpendOf30Days(ctx, 'keyId'),
  ])
  const ids = keys.map(({ id }) => id)
  const figures = await currentRuntime().worker.perform('figuresOf', ctx, ids)
  const balanceOf = (walletId: string) => {
    const wallet = wallets.find(({ id }) => id === walletId)
    return wallet ? shownBalance(wallet) : null
  }
  return keys.map((key) => ({
    ...key,
    balance: balanceOf(key.walletId),
    spentNano: spent.get(key.id) ?? 0n,
    unit: provider.balanceUnit,
    elsewhere: elsewhere(key.service),
    gatewayKeys: boundTo(key.id),
    activity: describeActivityBriefly(figures.get(key.id) ?? null),
  }))
}
