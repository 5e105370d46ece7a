import { type PageToRead, readAndPackPage } from './digest-page'

/** Entry of the helper thread when Purser is bundled, as reader-thread.mjs is when it runs from source. */
export default (page: PageToRead | null) => (page === null ? null : readAndPackPage(page))
