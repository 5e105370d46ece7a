/** Titles an upright axis with its unit: "Refusals per day, calls"; "Credits per day" already says it. */
export function axisTitle(what: string, step: string, unit: string, isMean = false): string {
  const title = `${what} ${isMean ? 'by' : 'per'} ${step}`
  return what.toLowerCase().includes(unit.toLowerCase().replace(/s$/, '')) ? title : `${title}, ${unit}`
}
