import { STYLE } from './xlsx-parts'
import { xmlText } from './xml'

/** Maximum number of characters (UTF-16) in a spreadsheet's cell. */
export const MAX_CHARACTERS = 32_767

/** Content of a cell; null leaves it empty. */
export type CellValue = string | number | boolean | null

/** Truncates a text to a cell's length, without half a character at its end. */
export function fitCell(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(MAX_CHARACTERS - 1))
  return text.slice(0, isHalved ? MAX_CHARACTERS - 1 : MAX_CHARACTERS)
}

/** Writes a cell. Texts are written as texts, so that none is read as a formula, a number or a date. */
function cell(address: string, value: CellValue, style: number): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
  const text = `<is><t xml:space="preserve">${xmlText(value)}</t></is>`
  return `<c r="${address}" s="${style}" t="inlineStr">${text}</c>`
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Writes a row by its number, from 1, with at most as many cells as the alphabet has letters. */
export function rowXml(number: number, values: readonly CellValue[], style: number = STYLE.text): string {
  const cells = values.map((value, at) => cell(`${LETTERS.charAt(at)}${number}`, value, style))
  return `<row r="${number}">${cells.join('')}</row>`
}
