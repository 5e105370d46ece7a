import { STYLE } from './xlsx-parts'
import { xmlText } from './xml'

/** The most characters (UTF-16) of a spreadsheet's cell. */
export const MOST_CHARACTERS = 32_767

/** What a cell holds; null leaves it empty. */
export type CellValue = string | number | boolean | null

/** A text of at most a cell's length, without half a character at its end. */
export function fitCell(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(MOST_CHARACTERS - 1))
  return text.slice(0, isHalved ? MOST_CHARACTERS - 1 : MOST_CHARACTERS)
}

/** A cell. Texts stand in it as texts, so that none is taken for a formula, a number or a date. */
function cell(address: string, value: CellValue, style: number): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
  const text = `<is><t xml:space="preserve">${xmlText(value)}</t></is>`
  return `<c r="${address}" s="${style}" t="inlineStr">${text}</c>`
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The row of a number, from 1, with at most as many cells as the alphabet has letters. */
export function rowXml(number: number, values: readonly CellValue[], style: number = STYLE.text): string {
  const cells = values.map((value, at) => cell(`${LETTERS.charAt(at)}${number}`, value, style))
  return `<row r="${number}">${cells.join('')}</row>`
}
