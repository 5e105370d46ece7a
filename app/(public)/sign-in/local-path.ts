/** Where to go after signing in: a path of this app, whatever the address says. */
export function localPath(given: string | string[] | undefined): string {
  const path = typeof given === 'string' ? given : ''
  // "//host" and "/\host" lead elsewhere.
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
