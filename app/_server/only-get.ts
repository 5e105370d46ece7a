/**
 * The answer to HEAD of a route that only takes GET. Without it Next would answer with GET: write a file or open a stream
 * that nobody reads, or count for nobody.
 */
export const onlyGet = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })
