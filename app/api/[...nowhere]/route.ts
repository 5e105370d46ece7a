/** An address that is no route's. A program is told so, and not led to the sign-in page as people are. */
const answer = () => Response.json({ error: 'not_found', message: 'No such address.' }, { status: 404 })

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
