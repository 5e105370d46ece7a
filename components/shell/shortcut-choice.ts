const NAME = 'purser-shortcuts'

/** Whether shortcuts of one key work in this browser. */
export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    return true
  }
}

/** Switches them on or off. A browser that keeps nothing keeps them on. */
export function chooseShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(NAME, isOn ? 'on' : 'off')
  } catch {
    // It keeps nothing.
  }
}
