// What the helper thread of `createPageReader` runs. Plain JavaScript: a thread starts without a compiler. Through
// `require`, tsx needs no further thread.
import { require } from 'tsx/cjs/api'

const { readAndPackPage } = require('./digest-page.ts', import.meta.url)

/** The main thread sends null once, to learn that this thread is ready. */
export default (page) => (page === null ? null : readAndPackPage(page))
