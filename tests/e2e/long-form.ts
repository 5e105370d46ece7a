/**
 * True if pages are checked in all variants, as by `npm run test:long -- pages` and `npm run test:long --
 * shots`.
 */
export const isLong = process.env.LOOKS === 'all' || Boolean(process.env.SHOTS)
