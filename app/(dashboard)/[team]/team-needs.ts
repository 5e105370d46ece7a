import { cache } from 'react'
import { listNeeds } from '@/lib/alerts/alerts'

/** What needs somebody in the team: read once a request, so that the bell and the page never differ. */
export const teamNeeds = cache(listNeeds)
