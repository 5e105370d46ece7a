import { LosslessNumber } from 'lossless-json'
import { type Nano, nanoToText } from '@/lib/kernel'

export const SECOND_MS = 1000
export const MINUTE_MS = 60_000

export const HEXADECIMAL = [...'0123456789abcdef']
export const LETTERS_AND_DIGITS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']

/** Writes an amount as a JSON number, with every digit. */
export const exactNumber = (nano: Nano): LosslessNumber => new LosslessNumber(nanoToText(nano))
