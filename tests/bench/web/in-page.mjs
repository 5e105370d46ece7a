// Runs in the page: records the largest paint, layout shifts without input, and how long interactions took.
window.visit = { lcp: 0, cls: 0, longest: 0 }

const watch = (type, take, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    ...more,
  })

watch('largest-contentful-paint', ({ startTime }) => {
  window.visit.lcp = startTime
})
watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) window.visit.cls += value
})
watch(
  'event',
  ({ duration, interactionId }) => {
    if (interactionId) window.visit.longest = Math.max(window.visit.longest, duration)
  },
  { durationThreshold: 16 },
)
