import { formatCredits } from './format'
import { currentUnit } from './shown-team'
import type { Tariff } from './tariff'

/** Describes a tariff in words: "15 credits per item, at least 15 a call". */
export function describeTariff(tariff: Tariff, unit: string = currentUnit()): string {
  const { perItem, perCall, minPerCall, steps, onceADayIn } = tariff
  const hasItems = perItem > 0n || steps.length > 0
  const ofItems = `${formatCredits(perItem)} ${unit} per item`
  const ofCalls = `${formatCredits(perCall)}${hasItems ? '' : ` ${unit}`} per call`
  return [
    ...(hasItems || perCall === 0n ? [ofItems] : []),
    ...steps.map((step) => `${formatCredits(step.perItem)} from ${step.from} items a page`),
    ...(perCall > 0n ? [hasItems ? `and ${ofCalls}` : ofCalls] : []),
    ...(minPerCall > 0n ? [`at least ${formatCredits(minPerCall)} a call`] : []),
    ...(onceADayIn === null ? [] : [`each item once a day (${onceADayIn})`]),
  ].join(', ')
}
