import { Group, Stack, Text } from '@mantine/core'
import type { BudgetView } from '@/lib/money/budgets'
import classes from './budgets.module.css'
import { exactAmount, percentOf, percentText, toneOf } from './labels'

/** Minimum width, so that even a small part is visible. */
const MIN = { minWidth: 3 } as const

/**
 * Shows how much of a budget is spent and held, and where it warns; also in words, because not everybody can tell the
 * colours apart.
 */
export function BudgetMeter({ budget }: { readonly budget: BudgetView }) {
  const { settled, reserved, left, effectiveAmount, unit, tellsAt } = budget
  const [spent, held] = [percentOf(settled, effectiveAmount), percentOf(reserved, effectiveAmount)]
  const figures = [
    { label: 'Spent', amount: settled, note: percentText(settled, effectiveAmount) },
    ...(reserved > 0n
      ? [{ label: 'Held for calls', amount: reserved, note: percentText(reserved, effectiveAmount) }]
      : []),
    { label: 'Left', amount: left, note: null },
  ]
  return (
    <Stack gap={6}>
      <div className={classes.meter} aria-hidden>
        <div
          data-tone={toneOf(budget)}
          style={{ width: `${Math.min(spent, 100)}%`, ...(settled > 0n && MIN) }}
        />
        <div data-tone="held" style={{ width: `${Math.min(held, Math.max(0, 100 - spent))}%` }} />
        {tellsAt
          .filter((percent) => percent < 100)
          .map((percent) => (
            <i key={percent} style={{ insetInlineStart: `${percent}%` }} />
          ))}
      </div>
      <Group gap="4px 24px">
        {figures.map(({ label, amount, note }) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text size="sm" fw={600}>
              {exactAmount(amount, unit)}
              {note && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  {note}
                </Text>
              )}
            </Text>
          </div>
        ))}
      </Group>
    </Stack>
  )
}
