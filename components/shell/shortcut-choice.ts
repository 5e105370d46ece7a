const NAME = 'purser-shortcuts'

/** Returns whether single-key shortcuts work in this browser. */
export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    return true
  }
}

/** Switches them on or off. A browser that stores nothing keeps them on. */
export function chooseShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(NAME, isOn ? 'on' : 'off')
  } catch {
    // The browser stores nothing.
  }
}
