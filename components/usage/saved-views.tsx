'use client'

import dynamic from 'next/dynamic'

/** Lists saved views of usage. Their code loads when their drawer opens. */
export const SavedViews = dynamic(() => import('./view-list').then((list) => list.ViewList), { ssr: false })
