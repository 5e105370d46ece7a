/** Whether pages are looked at in every way, as `npm run test:long -- pages` and `npm run test:long -- shots` do. */
export const isLong = process.env.LOOKS === 'all' || Boolean(process.env.SHOTS)
