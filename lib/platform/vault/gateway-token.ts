import { isCheckedToken, newCheckedToken } from './checked-token'

/**
 * `xd_live_pg` and 30 characters, so that clients of the upstream accept its form (upstream-interface, Resources / Key).
 * 24 of them are drawn: 142 bits.
 */
const FORM = { start: 'xd_live_pg', length: 30 }

/** A new gateway key. */
export const newGatewayToken = (): string => newCheckedToken(FORM)

/** Whether a text is a gateway key of some Purser. Mistyped ones and keys of the upstream are not, and nothing is looked up to know. */
export const isGatewayToken = (text: string): boolean => isCheckedToken(text, FORM)
