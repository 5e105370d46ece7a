import { shadeOf, shadeVariable } from './palette'

/** Shows an environment's colour beside a name, the same as in charts. */
export const Dot = ({ color }: { readonly color: string }) => (
  <span
    style={{
      display: 'inline-block',
      width: 8,
      height: 8,
      borderRadius: '50%',
      background: shadeVariable(shadeOf(color) ?? 'slate'),
      // A contrast theme would remove it.
      forcedColorAdjust: 'none',
    }}
    aria-hidden
  />
)
