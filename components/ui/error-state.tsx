'use client'

import dynamic from 'next/dynamic'

/** Something failed: what to do, the id to quote, another try. Its code loads with the first failure. */
export const ErrorState = dynamic(() => import('./opened-error').then((loaded) => loaded.OpenedError))
