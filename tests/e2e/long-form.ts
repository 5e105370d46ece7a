/** Whether pages are looked at in every way, as `npm run test:pages` and `npm run shots` do. */
export const isLong = process.env.LOOKS === 'all' || Boolean(process.env.SHOTS)
