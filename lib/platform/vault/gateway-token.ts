import { isCheckedToken, newCheckedToken } from './checked-token'

/**
 * `xd_live_pg` and 30 characters, so that clients of the upstream accept its form (upstream-interface, Resources /
 * Key). 24 of them are random: 142 bits.
 */
const FORM = { start: 'xd_live_pg', length: 30 }

/** Creates a new gateway key. */
export const newGatewayToken = (): string => newCheckedToken(FORM)

/**
 * Returns whether a text is a gateway key of any Purser. Mistyped ones and keys of the upstream are not, which shows
 * without a look-up.
 */
export const isGatewayToken = (text: string): boolean => isCheckedToken(text, FORM)
