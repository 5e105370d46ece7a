/** The session cookie's name, also for proxy.ts; one fixed name, whatever the scheme. */
export const SESSION_COOKIE = 'purser.session'
