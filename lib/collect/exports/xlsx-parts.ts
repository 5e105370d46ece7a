import { XML_HEAD, xmlText } from './xml'

/** Parts of a workbook besides its sheets (ECMA-376): the minimum that every spreadsheet accepts. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Index of a style in `STYLES`. */
export const STYLE = { text: 1, head: 2 } as const

/** Styles: plain; text, which stays text when somebody edits the cell; and bold text. */
const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

const relations = (inner: string) =>
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`

const override = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`

/** Returns the path in the archive of the sheet with this number (from 1). */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Returns all parts of a workbook with sheets of these names, except the sheets, by their path in the archive. */
export function workbookParts(names: readonly string[]): readonly (readonly [path: string, xml: string])[] {
  const numbers = names.map((_, place) => place + 1)
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  )
  const links = numbers.map((number) =>
    relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
  )
  const types = numbers.map((number) => override(`worksheets/sheet${number}`, 'worksheet'))
  return [
    ['xl/styles.xml', STYLES],
    [
      'xl/workbook.xml',
      `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations(`${links.join('')}${relation('rIdS', 'styles', 'styles.xml')}`)],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${override('workbook', 'sheet.main')}${override('styles', 'styles')}${types.join('')}</Types>`,
    ],
  ]
}

/** Writes what precedes a sheet's rows. If `frozen`, the row of column names stays in sight. */
export const sheetHead = (widths: readonly number[], frozen: boolean): string => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const view = frozen
    ? `<sheetView workbookViewId="0">${pane}</sheetView>`
    : '<sheetView workbookViewId="0"/>'
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  )
}

/** Markup that follows a sheet's rows. */
export const SHEET_END = '</sheetData></worksheet>'
