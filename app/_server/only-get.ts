/**
 * Answers HEAD on a route that only takes GET. Otherwise Next would run GET: write a file or open a stream that nobody
 * reads, or count in vain.
 */
export const onlyGet = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })
