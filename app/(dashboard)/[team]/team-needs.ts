import { cache } from 'react'
import { listNeeds } from '@/lib/alerts/alerts'

/** Lists what needs attention in the team, once per request, so that the bell and the page never differ. */
export const teamNeeds = cache(listNeeds)
