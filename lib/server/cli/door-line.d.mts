interface Closing {
  once(event: 'close', listener: () => void): unknown
}

export interface WaitingLine {
  join(name: string, response: Closing, enter: () => void): boolean
}

export function createLine(limits: {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly mostOfName: number
}): WaitingLine
