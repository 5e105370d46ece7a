import { z } from 'zod'

/** A list's price as the provider has it; a text is the price of an item. */
const tariff = z.object({
  perItem: z.string().default('0'),
  perCall: z.string().default('0'),
  minPerCall: z.string().default('0'),
  steps: z.array(z.object({ from: z.number(), perItem: z.string() })).default([]),
  onceADayIn: z.string().nullable().default(null),
})

/** A list's price as people type it: `3, from 100 items: 2, at least 60 a call`. */
export function writeTariff(value: unknown): string {
  const { data } = tariff.safeParse(value)
  if (!data) return ''
  const { perItem, perCall, minPerCall, steps, onceADayIn } = data
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
  const read: z.output<typeof tariff> = tariff.parse({})
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
