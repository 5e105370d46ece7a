'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  changeRoleInput,
  inviteInput,
  invitePerson,
  invitePersonInput,
  memberInput,
  revokeInvite,
  setDigest,
  setDigestInput,
} from '@/lib/teams/teams'

/** Returns the invite's token, only this once, for the admin to pass on as a link. */
export const createInviteAction = teamAction
  .metadata({ name: 'invite.create' })
  .inputSchema(withTeam(invitePersonInput))
  .action(async ({ ctx: { team, runtime }, parsedInput: { team: _, ...input } }) => {
    const { token, expiresAt, mail } = await invitePerson(team, runtime, input)
    return { token: token.reveal(), expiresAt, mail }
  })

export const revokeInviteAction = teamAction
  .metadata({ name: 'invite.revoke' })
  .inputSchema(withTeam(inviteInput))
  .action(({ ctx: { team }, parsedInput }) => revokeInvite(team, parsedInput))

export const changeRoleAction = teamAction
  .metadata({ name: 'member.role' })
  .inputSchema(withTeam(changeRoleInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('changeRole', team, parsedInput),
  )

export const removeMemberAction = teamAction
  .metadata({ name: 'member.remove' })
  .inputSchema(withTeam(memberInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('removeMember', team, parsedInput),
  )

/** Turns the caller's own daily digest on or off. */
export const setDigestAction = teamAction
  .metadata({ name: 'member.digest' })
  .inputSchema(withTeam(setDigestInput))
  .action(({ ctx: { team }, parsedInput }) => setDigest(team, parsedInput))
