import { MEMORABLE } from './catalogue'

/** What to try first: things that the sandbox has plenty of, with any seed. */
export const SANDBOX_SUGGESTIONS = {
  timelineUser: 'ada',
  searchQuery: 'coffee',
  followersUser: 'grace',
  /** Whose lists no service shows; the interface does not know them. */
  protectedUser: 'quiet_quentin',
  suspendedUser: 'gone_gabriel',
  /** A dozen accounts with long timelines and many followers. */
  users: MEMORABLE.map(({ username }) => username),
} as const
