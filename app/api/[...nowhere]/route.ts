/** Answers a path without a route, so that a program gets an error instead of a redirect to the sign-in page. */
const answer = () => Response.json({ error: 'not_found', message: 'No such address.' }, { status: 404 })

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
