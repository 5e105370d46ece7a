/** A list's price as the provider has it. */
interface TypedTariff {
  perItem: string
  perCall: string
  minPerCall: string
  steps: { from: number; perItem: string }[]
  onceADayIn: string | null
}

const NOTHING = { perItem: '0', perCall: '0', minPerCall: '0', onceADayIn: null }

/** A list's price as people type it: `3, from 100 items: 2, at least 60 a call`. */
export function writeTariff(value: Partial<TypedTariff>): string {
  const { perItem, perCall, minPerCall, steps = [], onceADayIn } = { ...NOTHING, ...value }
  const further = [
    ...steps.map((step) => `from ${step.from} items: ${step.perItem}`),
    ...(perCall === '0' ? [] : [`${perCall} a call`]),
    ...(minPerCall === '0' ? [] : [`at least ${minPerCall} a call`]),
    ...(onceADayIn === null ? [] : [`once a day in ${onceADayIn}`]),
  ]
  const isOfCalls = perItem === '0' && further.length > 0
  return [...(isOfCalls ? [] : [perItem]), ...further].join(', ')
}

/** What such a text says; a text that says nothing clear is left as it is, and the server refuses it. */
export function readTariff(text: string): unknown {
  if (/^[\d.]+$/.test(text)) return text
  const read: TypedTariff = { ...NOTHING, steps: [] }
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, from, step] = /^from (\d{1,5})(?: items)?: ([\d.]+)$/.exec(part) ?? []
    const [, least] = /^at least ([\d.]+) a call$/.exec(part) ?? []
    const [, call] = /^([\d.]+) a call$/.exec(part) ?? []
    const [, item] = /^([\d.]+)(?: an item)?$/.exec(part) ?? []
    const [, zone] = /^once a day in (\S+)$/.exec(part) ?? []
    if (from !== undefined && step !== undefined) read.steps.push({ from: Number(from), perItem: step })
    else if (least !== undefined) read.minPerCall = least
    else if (call !== undefined) read.perCall = call
    else if (item !== undefined) read.perItem = item
    else if (zone !== undefined) read.onceADayIn = zone
    else return text
  }
  return read
}
