import { answerApi } from '@/app/_server'

export const dynamic = 'force-dynamic'

/** The API for a team's programs: see lib/api, which knows the methods of each path. */
export {
  answerApi as DELETE,
  answerApi as GET,
  answerApi as HEAD,
  answerApi as PATCH,
  answerApi as POST,
  answerApi as PUT,
}
