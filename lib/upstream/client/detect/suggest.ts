import { firstText, type JsonValue, toNonEmptyText, valueAtPath } from '../json'
import { findListing, findNextPageSigns } from '../page'
import { type ListForm, listFormOf, type Provider, readProvider } from '../provider'
import type { ItemFieldName, PageFindings } from './detect'
import type { DetectedError, DetectedRetryAfter } from './detect-errors'

/** A page's findings and the answer that they come from. */
export interface PageEvidence {
  readonly findings: PageFindings
  readonly body: JsonValue
}

/**
 * Completes the provider by a page's findings: the array's name if detection does not find it, a field's name in first
 * position if the provider would read another one or none, and the place of the charge. What already fits is left
 * alone.
 */
export function suggestFromPage(provider: Provider, { findings, body }: PageEvidence): Provider {
  const { operation, arrayPath, fields, charge } = findings
  const listing = findListing(body, operation, provider)
  const items = arrayPath === '' ? body : valueAtPath(body, arrayPath)
  const form = listFormOf(provider, operation)
  const isFound = listing?.items === items || arrayPath === ''
  const list = { ...form, items: isFound ? form.items : arrayPath, cursor: cursorFor(form, body) }
  const sample = Array.isArray(items) ? items : []
  const named: [ItemFieldName, string[]][] = FIELDS.map((name) => {
    const path = fields?.[name]?.path
    const names = provider.fields[name]
    return [name, path === undefined ? names : withFirst(names, path, sample, authorPath(findings), name)]
  })
  return readProvider({
    ...provider,
    [operation]: list,
    fields: { ...provider.fields, ...Object.fromEntries(named) },
    ...(charge?.where === 'header' && { chargeHeader: charge.name.toLowerCase() }),
    ...(charge?.where === 'field' && { chargeField: charge.name }),
  })
}

const FIELDS: readonly ItemFieldName[] = ['id', 'text', 'author', 'handle', 'name', 'time', 'link']

const authorPath = ({ fields }: PageFindings): string | null => fields?.author?.path ?? null

/** Puts the found name first. A person's fields are named relative to the author's object, if there is one. */
function withFirst(
  names: readonly string[],
  path: string,
  items: readonly JsonValue[],
  author: string | null,
  field: ItemFieldName,
): string[] {
  const isInside = author !== null && path.startsWith(`${author}.`)
  const name = isInside ? path.slice(author.length + 1) : path
  const holders = isInside ? items.map((item) => valueAtPath(item, author)) : items
  const isRead =
    field === 'author'
      ? holders.every((item) => names.find((each) => isThere(valueAtPath(item, each))) === name)
      : holders.every((item) => firstText(item, names) === toNonEmptyText(valueAtPath(item, name)))
  return isRead ? [...names] : [name, ...names.filter((each) => each !== name)]
}

const isThere = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== ''

/**
 * Completes the provider by findings in refusals: a clear retry-after unit, and fields with words that it does not
 * list.
 */
export function suggestFromErrors(
  provider: Provider,
  errors: readonly DetectedError[],
  retryAfter: DetectedRetryAfter | null,
): Provider {
  const fields = errors.flatMap(({ field }) => (field === null ? [] : [field]))
  const unit = retryAfter?.unit
  return readProvider({
    ...provider,
    errorFields: [...new Set([...provider.errorFields, ...fields])],
    ...((unit === 'seconds' || unit === 'milliseconds') && { retryAfterUnit: unit }),
  })
}

/**
 * Finds the likely cursor of the next page if it is not where the provider says: its field, and a field that says
 * whether there are more pages.
 */
function cursorFor(form: ListForm, body: JsonValue): ListForm['cursor'] {
  const signs = findNextPageSigns(body)
  const isMore = (value: JsonValue) => value === true || value === 1
  const more = signs.find(({ value }) => isMore(value))?.path
  const known = toNonEmptyText(valueAtPath(body, form.cursor.read))
  const read = known === null ? signs.find(({ value }) => !isMore(value))?.path : undefined
  return {
    ...form.cursor,
    ...(read !== undefined && { read }),
    ...(form.cursor.more === null && more !== undefined && { more }),
  }
}
