import { shadeOf, shadeVariable } from './palette'

/** A colour beside a name, the same as in charts: an environment's. */
export const Dot = ({ color }: { readonly color: string }) => (
  <span
    style={{
      ...{ display: 'inline-block', width: 8, height: 8, borderRadius: '50%' },
      background: shadeVariable(shadeOf(color) ?? 'slate'),
      // A contrast theme would take it away.
      forcedColorAdjust: 'none',
    }}
    aria-hidden
  />
)
