import { MEMORABLE } from './catalogue'

/** Things to try first, of which the sandbox has plenty with any seed. */
export const SANDBOX_SUGGESTIONS = {
  timelineUser: 'ada',
  searchQuery: 'coffee',
  followersUser: 'grace',
  /** Users whose lists no service shows; the interface does not know them. */
  protectedUser: 'quiet_quentin',
  suspendedUser: 'gone_gabriel',
  /** A dozen accounts with long timelines and many followers. */
  users: MEMORABLE.map(({ username }) => username),
} as const
