/** The session cookie's name without https. */
export const SESSION_COOKIE = 'purser.session'

/** The cookie by which a browser is known in which the account has signed in before. */
export const BROWSER_COOKIE = 'purser.browser'

/**
 * A cookie's name. With https it has the prefix by which browsers keep other hosts, and http, from setting it. The door
 * says whether a visitor comes by https; next-auth could not guess it behind a proxy.
 */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

/** The same for the session cookie, by a request's headers. Also for proxy.ts. */
export const sessionCookieOf = (given: Pick<Headers, 'get'>): string =>
  cookieName(SESSION_COOKIE, given.get('x-purser-https') === 'yes')
