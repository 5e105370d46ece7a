/** Name of the session cookie without https. */
export const SESSION_COOKIE = 'purser.session'

/** Name of the cookie that marks a browser in which the account has signed in before. */
export const BROWSER_COOKIE = 'purser.browser'

/**
 * Returns a cookie's name. With https it has the prefix that keeps other hosts, and http, from setting it. The door
 * says whether a visitor comes by https; next-auth could not tell behind a proxy.
 */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

/** Returns the name of the session cookie, by a request's headers. Also for proxy.ts. */
export const sessionCookieOf = (given: Pick<Headers, 'get'>): string =>
  cookieName(SESSION_COOKIE, given.get('x-purser-https') === 'yes')
