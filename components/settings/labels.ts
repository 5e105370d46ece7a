import type { AuditAction } from '@/lib/platform/audit'

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'team.create': 'Created the team',
  'team.update': 'Changed the team',
  'environment.create': 'Added an environment',
  'invite.create': 'Made an invite link',
  'invite.revoke': 'Withdrew an invite link',
  'invite.accept': 'Joined by an invite link',
  'member.role': 'Changed a role',
  'member.remove': 'Removed from the team',
  'wallet.create': 'Added a wallet',
  'wallet.rename': 'Renamed a wallet',
  'wallet.check': 'Began to check a wallet',
  'wallet.check-end': 'Ended the check of a wallet',
  'key.add': 'Added a key',
  'key.replace': 'Replaced a key',
  'key.disable': 'Disabled a key',
  'key.enable': 'Enabled a key',
  'key.delete': 'Deleted a key',
  'key.report-leak': 'Reported a leaked key',
  'search.create': 'Saved a search',
  'search.update': 'Changed a search',
  'search.delete': 'Deleted a search',
  'search.restore': 'Restored a search from the trash',
  'schedule.save': 'Scheduled a search',
  'schedule.delete': 'Removed a schedule',
  'schedule.pause': 'Paused a schedule',
  'schedule.resume': 'Resumed a schedule',
  'run.cancel': 'Cancelled a run',
  'items.keep': 'Chose how long items are kept',
  'items.delete': 'Deleted items',
  'items.expire': 'Deleted items that were too old',
  'price.set': 'Set a price',
  'price.infer': 'Inferred a price',
  'budget.create': 'Made a budget',
  'budget.change': 'Changed a budget',
  'budget.archive': 'Archived a budget',
  'budget.ask': 'Asked for a raise',
  'budget.grant': 'Granted a raise',
  'budget.refuse': 'Refused a raise',
  'unknown.resolve': 'Resolved an unknown call',
  'alert.change': 'Changed what is watched',
  'alert.mute': 'Muted alerts',
  'channel.create': 'Added a channel',
  'channel.change': 'Changed a channel',
  'channel.delete': 'Deleted a channel',
  'contract.change': 'Changed the contract',
  'contract.reset': 'Reset the contract',
  'contract.test': 'Tested the contract',
}

const isAction = (text: string): text is AuditAction => Object.hasOwn(ACTIONS, text)

/** What was done, in words; an action that another version of Purser recorded by its own name. */
export const describeAction = (action: string): string => (isAction(action) ? ACTIONS[action] : action)

const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** An entry's detail, stored as JSON, as "from: member, to: admin"; empty if there is none. */
export function describeDetail(detail: string): string {
  const parts = readObject(detail)
  if (!parts) return detail
  return Object.entries(parts)
    .map(([name, value]) => `${inWords(name)}: ${String(value)}`)
    .join(', ')
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
