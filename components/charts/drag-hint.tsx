import classes from './charts.module.css'

/** Explains how to zoom. Only a mouse can draw a span over a chart: a finger scrolls the page. */
export const DragHint = () => <span className={classes.withMouse}>Drag across the chart to zoom.</span>
