import classes from './charts.module.css'

/** How to zoom. Only a mouse can draw a span over a chart: to a finger it scrolls the page. */
export const DragHint = () => <span className={classes.withMouse}>Drag over the chart to zoom.</span>
