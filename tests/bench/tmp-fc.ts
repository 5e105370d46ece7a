import { toPastDays } from '@/lib/money/forecast/days'
import { forecastRunOut } from '@/lib/money/forecast/run-out'
import { DAY_MS, historyOf, START } from '@/tests/unit/money/forecast/histories'
const NOW = new Date(START + 90 * DAY_MS)
const spent = historyOf('weekly pattern', 90, 3).flatMap((nano, day) => Array.from({ length: 96 }, (_, q) => ({ startsAt: new Date(START + day * DAY_MS + q * 900000), nano: BigInt(Math.round(nano / 96)) })))
const t: number[] = [], d: number[] = []
let out = ''
for (let i = 0; i < 30; i++) {
  let s = performance.now()
  const days = toPastDays(spent, new Date(START), NOW, 'Europe/Berlin')
  d.push(performance.now() - s)
  s = performance.now()
  const r = await forecastRunOut({ days, balanceNano: 20_000n * 1_000_000_000n, now: NOW, timeZone: 'Europe/Berlin', horizonDays: 120, seed: i, caps: i % 2 ? [{ period: 'month', nano: 3000n * 1_000_000_000n, spentNano: 5n }] : [], outsidePerDayNano: 1000n })
  t.push(performance.now() - s)
  out += JSON.stringify(r, (_, v) => typeof v === 'bigint' ? `${v}` : v)
}
const med = (a: number[]) => [...a].sort((x, y) => x - y)[15]?.toFixed(2)
const { createHash } = await import('node:crypto')
console.log('days', med(d), 'forecast', med(t), 'max', Math.max(...t.slice(3)).toFixed(1), createHash('sha256').update(out).digest('hex').slice(0, 12))
