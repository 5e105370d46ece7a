const HERE = 'http://purser.invalid'

/** Returns the path to open after sign-in: always one of this app, whatever the URL says. */
export function safeLocalPath(given: string | string[] | undefined): string {
  const path = typeof given === 'string' ? given : ''
  // Browsers drop tabs and line ends: "/<tab>/host" becomes "//host", which leads elsewhere.
  if (!path.startsWith('/') || hasControls(path)) return '/'
  try {
    const url = new URL(path, HERE)
    const local = url.pathname + url.search + url.hash
    // "/.//host" becomes the path "//host".
    return url.origin === HERE && new URL(local, HERE).origin === HERE ? local : '/'
  } catch {
    return '/'
  }
}

const hasControls = (text: string): boolean =>
  [...text].some((sign) => sign <= '\u001f' || (sign >= '\u007f' && sign <= '\u009f'))
