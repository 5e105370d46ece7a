import { type Geometry, type Panel, px } from './geometry'
import classes from './wallet.module.css'

/** Draws a panel's grid, with the figures beside it. */
export function Lines({ panel, geometry }: { readonly panel: Panel; readonly geometry: Geometry }) {
  return (
    <g>
      {panel.axis.ticks.map(({ value, text }) => (
        <g key={value}>
          <line
            className={classes.grid}
            x1={geometry.left}
            x2={geometry.right}
            y1={px(panel.y(value))}
            y2={px(panel.y(value))}
          />
          <text x={geometry.left - 8} y={px(panel.y(value) + 4)} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}
