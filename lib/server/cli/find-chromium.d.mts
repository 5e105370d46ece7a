/**
 * The Chromium for browser tests: CHROMIUM_PATH, else Playwright's own (`path` is null: it finds that by itself), else
 * one installed on this machine. Null when there is none.
 */
export function findChromium(): { readonly path: string | null } | null

/** Where Debian puts the Chromium without a window. */
export declare const HEADLESS_SHELL: string
