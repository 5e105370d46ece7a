export function takePriority(priority: number): void
