type Triple = readonly [number, number, number]

/** Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB. */
const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

export const EYE_NAMES = Object.keys(EYES)

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex))

/** Returns WCAG's contrast ratio of two colours given as #rrggbb. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns CIE L*a*b* of a colour as such an eye sees it. */
function seen(hex: string, eye: string): Triple {
  const rgb = linear(hex)
  const [r, g, b] = (EYES[eye] ?? []).map((row) => Math.min(1, Math.max(0, dot(row, rgb))))
  const seenRgb: Triple = [r ?? 0, g ?? 0, b ?? 0]
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = root(dot([0.4124, 0.3576, 0.1805], seenRgb) / 0.95047)
  const y = root(dot([0.2126, 0.7152, 0.0722], seenRgb))
  const z = root(dot([0.0193, 0.1192, 0.9505], seenRgb) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/**
 * Returns the difference of two colours to such an eye (CIE76): 2 is just noticeable, 10 is seen at a glance.
 */
export function distance(a: string, b: string, eye: string): number {
  const [p, q] = [seen(a, eye), seen(b, eye)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

/** Returns the hue of a colour in degrees (Oklab); null if it is nearly grey. */
export function hueOf(hex: string): number | null {
  const [r, g, b] = linear(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const redness = dot([1.9779984951, -2.428592205, 0.4505937099], [long, middle, short])
  const yellowness = dot([0.0259040371, 0.7827717662, -0.808675766], [long, middle, short])
  if (Math.hypot(redness, yellowness) < 0.04) return null
  return ((Math.atan2(yellowness, redness) * 180) / Math.PI + 360) % 360
}
