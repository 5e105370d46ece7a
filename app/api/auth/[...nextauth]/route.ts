import { authHandler } from '@/app/_server'

export { authHandler as GET, authHandler as POST }
