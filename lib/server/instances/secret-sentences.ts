import type { SharedSecret } from '@/lib/platform/vault'

/** Messages of an instance that does not start because it has another secret. */
export const anotherSecret: Record<SharedSecret, string> = {
  'master key':
    'The master key is not the one that this database is used with. All instances need the same one: set PURSER_MASTER_KEY to it, or put a copy of the first one’s file master.key in the place of this one’s.',
  'session secret':
    'The session secret is not the one that the other instances on this database use, so people would be signed out at each change between them. Set NEXTAUTH_SECRET to the same value for all, or put a copy of the file auth-secret of the first one in the place of this one’s. To change it, stop all instances first; one that was killed counts for a minute.',
}

/** Returns the message of an instance that stops because one with another secret started while it was silent. */
export const changedSecret = (name: SharedSecret): string =>
  `Another Purser has started on this database with another ${name} while this one was silent, so this one stops. Give all instances the same ${name}, and start it again.`

/** Returns the message of an instance that does not start because no check value is noted although others run. */
export const missingCheck = (name: SharedSecret): string =>
  `The database does not say which ${name} the other instances on it use. They note it again within ten seconds: start this one again then. Those of version 0.1.0 do not: stop them first; one that was killed counts for a minute.`
