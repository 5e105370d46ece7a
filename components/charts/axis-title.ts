/** What an upright axis counts, with its unit: "Refusals per day, calls"; "Credits per day" says it already. */
export function axisTitle(what: string, step: string, unit: string, isMean = false): string {
  const title = `${what} ${isMean ? 'by' : 'per'} ${step}`
  return what.toLowerCase().includes(unit.toLowerCase().replace(/s$/, '')) ? title : `${title}, ${unit}`
}
