/** Models of how an upstream may count requests. A limiter answers whether the request at `ms` is let through. */
export type Limiter = (ms: number) => boolean

/** Windows that begin at whole seconds of the wall clock; `offset` shifts them against ours. */
const fixedWindow = (rate: number, offset = 0): Limiter => {
  let [window, count] = [Number.NaN, 0]
  return (ms) => {
    const here = Math.floor((ms + offset) / 1000)
    if (here !== window) [window, count] = [here, 0]
    return ++count <= rate
  }
}

/** Windows that begin with the first request after the last one ended. */
const firstRequestWindow = (rate: number): Limiter => {
  let [end, count] = [Number.NEGATIVE_INFINITY, 0]
  return (ms) => {
    if (ms >= end) [end, count] = [ms + 1000, 0]
    return ++count <= rate
  }
}

/** Counts what it let through within the last second. */
const slidingLog = (rate: number): Limiter => {
  const log: number[] = []
  return (ms) => {
    while (log[0] !== undefined && log[0] <= ms - 1000) log.shift()
    if (log.length >= rate) return false
    log.push(ms)
    return true
  }
}

/** Weighs the last window's count by what of it is still in sight, rounded down. */
export const slidingCounter = (rate: number, offset = 0): Limiter => {
  let [window, before, count] = [Number.NaN, 0, 0]
  return (ms) => {
    const here = Math.floor((ms + offset) / 1000)
    if (here !== window) [before, count, window] = [here === window + 1 ? count : 0, 0, here]
    const passed = (ms + offset) / 1000 - here
    if (Math.floor(before * (1 - passed)) + count >= rate) return false
    count++
    return true
  }
}

/** A bucket that holds `size` and refills evenly; a leaky bucket or GCRA with that burst counts the same. */
const tokenBucket = (rate: number, size: number): Limiter => {
  let [tokens, last] = [size, Number.NaN]
  return (ms) => {
    if (!Number.isNaN(last)) tokens = Math.min(size, tokens + ((ms - last) * rate) / 1000)
    last = ms
    if (tokens < 1 - 1e-9) return false
    tokens--
    return true
  }
}

/** As nginx limit_req counts with `nodelay`: thousandths of a request in excess, by whole milliseconds. */
const leakyExcess = (rate: number, burst: number): Limiter => {
  let [excess, last] = [0, Number.NaN]
  return (ms) => {
    const here = Math.floor(ms)
    const raised = Number.isNaN(last) ? 0 : Math.max(0, excess - rate * Math.max(0, here - last) + 1000)
    if (raised > burst * 1000) return false
    ;[excess, last] = [raised, here]
    return true
  }
}

/** Every kind that allows a burst of 5 or more: against these no 429 is to be expected. */
export const LIMITERS: Readonly<Record<string, (rate: number, offset: number) => Limiter>> = {
  'a fixed window by the wall clock': fixedWindow,
  'a fixed window from the first request': firstRequestWindow,
  'a sliding log': slidingLog,
  'a sliding counter': slidingCounter,
  'a bucket of the whole rate': (rate) => tokenBucket(rate, rate),
  'a bucket of 10': (rate) => tokenBucket(rate, Math.min(10, rate)),
  'a bucket of 5': (rate) => tokenBucket(rate, Math.min(5, rate)),
  'an nginx leaky bucket with a burst of 5': (rate) => leakyExcess(rate, 5),
}

/** Those that allow no burst at all: 429s have to be expected, and adapted to. */
export const STRICT_LIMITERS: Readonly<Record<string, (rate: number) => Limiter>> = {
  'a bucket of 1': (rate) => tokenBucket(rate, 1),
  'an nginx leaky bucket without a burst': (rate) => leakyExcess(rate, 0),
}
