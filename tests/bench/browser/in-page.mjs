/**
 * Runs in the browser before the page's own scripts: reports when something is shown, and which tasks of the main
 * thread were long. A separate script, because tsx's output cannot be sent to a page.
 */
const tasks = []
const frames = []
let since = 0
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration })
}).observe({ type: 'longtask' })
new PerformanceObserver((list) => {
  for (const frame of list.getEntries()) {
    const { startTime, duration, blockingDuration } = frame
    const scripts = frame.scripts.map((script) => ({ ms: script.duration, what: script.invoker }))
    frames.push({ startTime, duration, blockingDuration, scripts })
  }
}).observe({ type: 'long-animation-frame' })

const isShown = (selector) => {
  const found = document.querySelector(selector)
  return found !== null && !found.textContent.includes('Loading…')
}

const paintOf = (selector) =>
  new Promise((resolve) => {
    const look = () => {
      if (!isShown(selector)) return
      observer.disconnect()
      // The second frame begins when the first, which holds the change, is done.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })

window.bench = {
  /** Starts waiting for what the selectors name; `shown` resolves with the time at which each was painted. */
  watch(selectors) {
    window.bench.shown = Promise.all(selectors.map(paintOf))
  },
  shown: null,
  /** Discards the long tasks so far, including those that the browser has not reported yet. */
  forget() {
    since = performance.now()
  },
  report() {
    const isLater = ({ startTime }) => startTime >= since
    return { tasks: tasks.filter(isLater).map(({ duration }) => duration), frames: frames.filter(isLater) }
  },
}
