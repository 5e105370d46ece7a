// What the helper thread of `createPageReader` runs. Plain JavaScript, since Node 20 cannot read TypeScript; by way of
// `require` tsx needs no thread of its own for it.
import { require } from 'tsx/cjs/api'

const { digestPage } = require('./digest-page.ts', import.meta.url)

/** Null is sent once, to learn that the thread is ready. */
export default (page) => (page === null ? null : digestPage(page))
