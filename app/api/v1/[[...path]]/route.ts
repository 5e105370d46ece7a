import { answerApi } from '@/app/_server'

export const dynamic = 'force-dynamic'

/** The API of a team's programs: see lib/api. It knows which address takes which method. */
export {
  answerApi as DELETE,
  answerApi as GET,
  answerApi as HEAD,
  answerApi as PATCH,
  answerApi as POST,
  answerApi as PUT,
}
