import type { Actor } from '@/lib/kernel'

/** The actor while the file is applied. */
export const PROVISIONING: Actor = {
  userId: 'provisioning',
  memberId: 'provisioning',
  name: 'Provisioning',
  role: 'admin',
  sid: 'provisioning',
}
