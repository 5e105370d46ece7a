/** A bar's length of time after what it counts: "a day". */
export const eachStep = (step: string): string => `${step === 'hour' ? 'an' : 'a'} ${step}`

/** What an upright axis counts, with its unit: "Spend a day, credits"; "Items a day" says it already. */
export function axisTitle(what: string, step: string, unit: string, isMean = false): string {
  const title = `${what} ${isMean ? `by ${step}` : eachStep(step)}`
  return what.toLowerCase().includes(unit.replace(/s$/, '')) ? title : `${title}, ${unit}`
}
