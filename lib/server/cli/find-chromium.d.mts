/**
 * Finds a Chromium for browser tests: CHROMIUM_PATH, else Playwright's own, for which `path` is null because
 * Playwright finds it by itself, else one installed on this machine. Null if there is none.
 */
export function findChromium(): { readonly path: string | null } | null

/** Path at which Debian installs headless Chromium. */
export declare const HEADLESS_SHELL: string
