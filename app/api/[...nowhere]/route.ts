/**
 * Answers a path that no route has, so that a program is told so instead of being sent to the sign-in page like a
 * person.
 */
const answer = () => Response.json({ error: 'not_found', message: 'No such address.' }, { status: 404 })

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
