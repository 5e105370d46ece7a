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
  'member.take-over': 'Became admin of a team without one',
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
  'channel.confirm': 'Confirmed a mail address',
  'channel.delete': 'Deleted a channel',
  'contract.change': 'Changed the contract',
  'contract.reset': 'Reset the contract',
  'contract.test': 'Tested the contract',
  'alert.acknowledge': 'Took on an alert',
  'channel.test': 'Tested a channel',
  'item.mark': 'Marked an item',
  'raw.read': 'Read raw data',
  'run.export': 'Exported a run',
  'statement.export': 'Exported a statement',
  'audit.export': 'Exported the audit log',
  refused: 'Was refused',
  'account.create': 'Made an account',
  'account.sign-in': 'Signed in',
  'account.sign-in-failed': 'Failed to sign in',
  'account.sign-in-limited': 'Tried to sign in too often',
  'account.sign-out': 'Signed out',
  'account.session-end': 'Ended a session',
  'account.admin': 'Chose an installation admin',
  'account.reset-link': 'Made a link for a new password',
  'installation.team-makers': 'Chose who makes teams',
  'account.password-change': 'Changed a password',
  'account.password-refused': 'Gave a wrong current password',
  'account.password-reset': 'Reset a password',
  'account.reset-ask': 'Asked for a reset of a password',
  'account.change': 'Changed an account',
  'account.disable': 'Disabled an account',
  'account.enable': 'Enabled an account',
  'account.delete': 'Deleted an account',
  'account.refused': 'Was refused',
}

/** What a log can be narrowed to: the part of an action before its dot, in words. */
export const AUDIT_KINDS: Readonly<Record<string, string>> = {
  alert: 'Alerts',
  audit: 'Audit log',
  budget: 'Budgets',
  channel: 'Channels',
  contract: 'Contract',
  environment: 'Environments',
  invite: 'Invites',
  item: 'Marks',
  items: 'Stored items',
  key: 'Keys',
  member: 'Members',
  price: 'Prices',
  raw: 'Raw data',
  refused: 'Refusals',
  run: 'Runs',
  schedule: 'Schedules',
  search: 'Searches',
  statement: 'Statements',
  team: 'Team',
  unknown: 'Unknown calls',
  wallet: 'Wallets',
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
    .map(([name, value]: [string, unknown]) => `${inWords(name)}: ${describeValue(value)}`)
    .join(', ')
}

/** A value, or what it was and what it became. */
function describeValue(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value !== 'object') return String(value)
  return 'from' in value && 'to' in value
    ? `${describeValue(value.from)} → ${describeValue(value.to)}`
    : JSON.stringify(value)
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
