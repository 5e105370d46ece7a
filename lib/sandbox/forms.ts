import type { IncomingMessage } from 'node:http'
import { type Clock, invalid } from '@/lib/kernel'
import type { SandboxAccounts } from './accounts'
import type { Billing } from './billing'
import type { Catalogue } from './catalogue'
import type { PageSizer } from './count-habits'
import type { Cursors } from './cursors'
import type { SandboxForm, SandboxRequest } from './form'
import { createPresetHandler } from './handler'
import type { Limiters } from './limiters'
import { createListReader } from './lists'
import { createPageReader } from './pages'
import { PRESET_NAMES, PRESETS, type PresetName } from './presets'
import { SANDBOX_SERVICES, type SandboxService, SERVICE_SHAPES, serviceAtPath } from './services'
import { createServiceForm } from './services/engine'

/** The form that the sandbox speaks at its root address: the interface in a preset, or a service. */
export type FormName = PresetName | SandboxService

export const FORM_NAMES: readonly FormName[] = [...PRESET_NAMES, ...SANDBOX_SERVICES]

/** Parses a form's name. Throws `invalid` for any other name. */
export function parseFormName(name: string): FormName {
  const form = FORM_NAMES.find((candidate) => candidate === name)
  if (form !== undefined) return form
  throw invalid(`There is no preset named "${name}": choose one of ${FORM_NAMES.join(', ')}.`)
}

const isPreset = (name: FormName): name is PresetName => Object.hasOwn(PRESETS, name)

interface FormParts {
  readonly clock: Clock
  readonly accounts: SandboxAccounts
  readonly billing: Billing
  readonly catalogue: Catalogue
  readonly cursors: Cursors
  readonly sizes: PageSizer
  readonly limiters: Limiters
}

/** All forms of a sandbox: the chosen one at the root address, each service below its own prefix. */
export interface SandboxForms {
  readonly name: FormName
  /** Sets the form at the root address for later requests. */
  choose(name: FormName): void
  /** Returns the form that a request is for, and the request as that form sees it. */
  receive(incoming: IncomingMessage): { readonly form: SandboxForm; readonly request: SandboxRequest }
}

export function createSandboxForms(
  first: FormName,
  { sizes, cursors, limiters, ...parts }: FormParts,
): SandboxForms {
  let name = first
  let preset: PresetName = isPreset(first) ? first : 'plain'
  const readPage = createPageReader(parts.catalogue, cursors, sizes)
  const plain = createPresetHandler({
    ...parts,
    limiterOf: limiters.of,
    readList: createListReader(parts.catalogue, readPage),
    preset: () => PRESETS[preset],
  })
  const services = new Map(
    SANDBOX_SERVICES.map((service) => [
      service,
      createServiceForm({ ...parts, service, shape: SERVICE_SHAPES[service], readPage }),
    ]),
  )
  const formOf = (asked: FormName): SandboxForm => (isPreset(asked) ? plain : (services.get(asked) ?? plain))

  return {
    get name() {
      return name
    },
    choose(chosen) {
      name = chosen
      if (isPreset(chosen)) preset = chosen
    },
    receive({ method = '', url = '', headers }) {
      const [path = '', ...query] = url.split('?')
      const request = { method, path, parameters: new URLSearchParams(query.join('?')), headers }
      const below = serviceAtPath(path)
      if (!below) return { form: formOf(name), request }
      return { form: formOf(below.service), request: { ...request, path: below.path } }
    },
  }
}
