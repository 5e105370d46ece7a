/** Where somebody writes, or reads what is shown only once: a part that could not be read again would take it away. */
const IN_USE = '[role="dialog"], form[method="post"]:focus-within'
const LOOK_MS = 500

/**
 * Reads the page again once nobody writes on it and the network is there: Next leaves a page that it cannot read again. What it
 * answers gives that up.
 */
export function refreshWhenFree(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (navigator.onLine && !document.querySelector(IN_USE)) return refresh()
    timer = setTimeout(look, LOOK_MS)
  }
  look()
  return () => clearTimeout(timer)
}
