import { digestPage, type PageToRead } from './digest-page'

/** The helper thread where Purser is bundled: what reader-thread.mjs is where it runs from its sources. */
export default (page: PageToRead | null) => (page === null ? null : digestPage(page))
