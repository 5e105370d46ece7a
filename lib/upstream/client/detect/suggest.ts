import { type Contract, readContract } from '../contract'
import { firstText, type JsonValue, textOf, valueAt } from '../json'
import { findListing } from '../listing'
import type { PageFindings } from './detect'
import type { FoundError, FoundRetryAfter } from './detect-errors'
import type { FieldName } from './detect-fields'

/** A page's findings, with the answer behind them. */
export interface PageSeen {
  readonly findings: PageFindings
  readonly body: JsonValue
}

/**
 * The contract, completed by a page's findings: a named array if detection does not find it, a field's name in first
 * place if the contract would read another one or none, and the place of the charge. What fits already is left alone.
 */
export function suggestFromPage(contract: Contract, { findings, body }: PageSeen): Contract {
  const { operation, arrayPath, fields, charge } = findings
  const listing = findListing(body, operation, contract)
  const items = arrayPath === '' ? body : valueAt(body, arrayPath)
  const itemsArray =
    listing?.items === items || arrayPath === ''
      ? contract.itemsArray
      : { ...contract.itemsArray, [operation]: arrayPath }
  const sample = Array.isArray(items) ? items : []
  const named: [FieldName, string[]][] = FIELDS.map((name) => {
    const path = fields?.[name]?.path
    const names = contract.fields[name]
    return [name, path === undefined ? names : withFirst(names, path, sample, authorPath(findings), name)]
  })
  return readContract({
    ...contract,
    itemsArray,
    fields: { ...contract.fields, ...Object.fromEntries(named) },
    ...(charge?.where === 'header' && { chargeHeader: charge.name.toLowerCase() }),
    ...(charge?.where === 'field' && { chargeField: charge.name }),
  })
}

const FIELDS: readonly FieldName[] = ['id', 'text', 'author', 'handle', 'name', 'time', 'link']

const authorPath = ({ fields }: PageFindings): string | null => fields?.author?.path ?? null

/** A person's names are read within the author's object, if there is one. */
function withFirst(
  names: readonly string[],
  path: string,
  items: readonly JsonValue[],
  author: string | null,
  field: FieldName,
): string[] {
  const isInside = author !== null && path.startsWith(`${author}.`)
  const name = isInside ? path.slice(author.length + 1) : path
  const holders = isInside ? items.map((item) => valueAt(item, author)) : items
  const isRead =
    field === 'author'
      ? holders.every((item) => names.find((each) => isThere(valueAt(item, each))) === name)
      : holders.every((item) => firstText(item, names) === textOf(valueAt(item, name)))
  return isRead ? [...names] : [name, ...names.filter((each) => each !== name)]
}

const isThere = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== ''

/** The contract, completed by findings in refusals: a clear retry-after unit, and unnamed fields with words. */
export function suggestFromErrors(
  contract: Contract,
  errors: readonly FoundError[],
  retryAfter: FoundRetryAfter | null,
): Contract {
  const fields = errors.flatMap(({ field }) => (field === null ? [] : [field]))
  const unit = retryAfter?.unit
  return readContract({
    ...contract,
    errorFields: [...new Set([...contract.errorFields, ...fields])],
    ...((unit === 'seconds' || unit === 'milliseconds') && { retryAfterUnit: unit }),
  })
}
