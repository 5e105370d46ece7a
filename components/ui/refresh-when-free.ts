/** Selects where somebody writes, or reads what is shown only once, which a refresh would take away. */
const IN_USE = '[role="dialog"], form[method="post"]:focus-within'
const LOOK_MS = 500

/**
 * Refreshes the page once nobody writes on it and the network is there, because Next leaves a page that it cannot read
 * again. Returns a function that gives that up.
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
