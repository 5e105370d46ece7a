import { formatCount, formatMoment, inUnit, parseNano, plural, runEndWords } from '@/lib/kernel'
import type { Happened } from '@/lib/platform/events'

interface EventWords {
  readonly title: string
  readonly detail: string
  /** Path of the page about it, below the team. */
  readonly path: string
}

/**
 * Describes an event in words, for e-mail and Slack and for the list of messages. `unit` is the unit of the team’s
 * balances.
 */
export function describeEvent(event: Happened, timeZone: string, unit: string): EventWords {
  const creditsOf = (text: string) => inUnit(parseNano(text) ?? 0n, unit)
  switch (event.kind) {
    case 'run.ended': {
      const { runId, pages, items, newItems, charge, endReason } = event.data
      return {
        title: `A run of ${nameOf(event.data)} has ended`,
        detail: `It brought ${plural(pages, 'page')} with ${plural(items, 'item')}, ${formatCount(newItems)} of them new, for ${creditsOf(charge)}. ${runEndWords(endReason)}.`,
        path: `runs/${runId}`,
      }
    }
    case 'items.new': {
      const { runId, newItems } = event.data
      return {
        title: `${capital(nameOf(event.data))}: ${plural(newItems, 'new item')}`,
        detail: `A run of ${nameOf(event.data)} brought ${plural(newItems, 'item')} that no earlier run had brought.`,
        path: `runs/${runId}?only=new`,
      }
    }
    case 'budget.reached': {
      const { budgetId, budgetName, unit: of, percent, settled, amount, startsAt } = event.data
      const write = (sum: string) => (of === 'items' ? plural(Number(sum), 'item') : creditsOf(sum))
      return {
        title: `“${budgetName}” has reached ${percent}%`,
        detail: `${write(settled)} of ${write(amount)} are spent in the budget “${budgetName}”, in the period since ${formatMoment(new Date(startsAt), timeZone)}.`,
        path: `budgets#${budgetId}`,
      }
    }
    case 'balance.changed': {
      const { walletId, walletName, balance, before } = event.data
      return {
        title: `“${walletName}” holds ${creditsOf(balance)}`,
        detail: `The upstream says so. ${before === null ? 'It is the first reading of this wallet.' : `The reading before said ${creditsOf(before)}.`}`,
        path: `wallets/${walletId}`,
      }
    }
  }
}

const nameOf = ({ searchName }: { readonly searchName: string | null }): string =>
  searchName === null ? 'a private search' : `“${searchName}”`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
