import { idAt, type User } from '../catalogue'
import type { RefusalKind } from './service'

interface Restricted {
  readonly user: User
  readonly refusal: Extract<RefusalKind, 'protectedUser' | 'suspendedUser'>
}

const account = (place: number, username: string, name: string): User => {
  const createdAt = Date.UTC(2015, 4, place % 28)
  return {
    id: idAt(createdAt, place),
    username,
    name,
    description: '',
    followers_count: 0,
    created_at: new Date(createdAt).toISOString(),
  }
}

/** Accounts outside of any catalogue, whose lists no service shows. */
const RESTRICTED: readonly Restricted[] = [
  { user: account(5001, 'quiet_quentin', 'Quentin Quiet'), refusal: 'protectedUser' },
  { user: account(5002, 'gone_gabriel', 'Gabriel Gone'), refusal: 'suspendedUser' },
]

/** Finds a protected or suspended account by its handle or id. */
export const findRestricted = (value: string): Restricted | null =>
  RESTRICTED.find(({ user }) => user.id === value || user.username === value.toLowerCase()) ?? null
