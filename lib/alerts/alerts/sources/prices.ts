import {
  cachedTeamUnit,
  chargeUnit,
  formatMoment,
  leadPriceAt,
  leadUnit,
  nanoToText,
  operationItem,
  operationPlural,
} from '@/lib/kernel'
import { findPriceInForce, havePriceConflict, listDifferingPrices } from '@/lib/money/prices'
import { DAY_MS } from '@/lib/platform/calendar'
import type { ConditionSource } from '../condition'

/** Returns operations whose real price differs from the booked one, or has changed within a day. */
export const priceShiftConditions: ConditionSource = async ({ ctx, prices, anomalies }) => {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const latest = new Map(anomalies.shifts.map((shift) => [`${shift.walletId}:${shift.operation}`, shift]))
  const found = await Promise.all(
    [...latest.values()].map(async ({ walletId, walletName, operation, realNano: unitNano, since }) => {
      const where = { teamId, operation, at, provider: prices, walletId }
      const { priceNano, tariff } = await findPriceInForce(ctx.db, where)
      const isBooked = tariff === null || chargeUnit(tariff) === unitNano
      const realNano = tariff ? leadPriceAt(tariff, unitNano) : unitNano
      const each = tariff ? leadUnit(tariff) : 'item'
      if (isBooked && at.getTime() - since.getTime() > DAY_MS) return []
      const real = `${nanoToText(realNano)} ${cachedTeamUnit(teamId)}`
      const advice = isBooked
        ? 'That is what is booked from now on.'
        : `${nanoToText(priceNano ?? 0n)} is booked. Set the new price under Settings.`
      return [
        {
          kind: 'price_shift' as const,
          subjectId: `${walletId}:${operation}`,
          subjectName: walletName,
          isOn: true,
          title: `${operationPlural(operation)} have another price: ${real} per ${each}`,
          detail: `Since ${formatMoment(since, ctx.team.timeZone)} ${each === 'call' ? 'a call' : operationItem(operation)} takes ${real} off “${walletName}”. ${advice}`,
          data: {
            real: nanoToText(realNano),
            ...(priceNano !== null && { booked: nanoToText(priceNano) }),
          },
          path: 'settings',
        },
      ]
    }),
  )
  return found.flat()
}

/** Returns operations that have no stated price, and different ones by the readings of the team's wallets. */
export const differingPriceConditions: ConditionSource = async ({ ctx, prices, wallets }) => {
  const found = await listDifferingPrices(ctx, prices)
  return found.flatMap(({ operation, known }) => {
    const shown = wallets.flatMap(({ id, name, keyCount }) => {
      const price = known.find(({ walletId }) => walletId === id)
      return price && keyCount > 0 ? [{ name, ...price }] : []
    })
    if (!havePriceConflict(shown)) return []
    const list = shown.map(({ name, priceNano }) => `${nanoToText(priceNano)} from “${name}”`)
    return [
      {
        kind: 'price_shift' as const,
        subjectId: operation,
        subjectName: operation,
        isOn: true,
        title: `${operationPlural(operation)} have different prices on your wallets`,
        detail: `According to the balance readings, ${operationItem(operation)} takes ${list.join(', ')}. Each wallet’s pages are booked at its own price. If all should cost the same, set the price under Settings.`,
        data: Object.fromEntries(shown.map(({ name, priceNano }) => [name, nanoToText(priceNano)])),
        path: 'settings',
      },
    ]
  })
}
