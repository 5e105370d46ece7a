'use client'

import dynamic from 'next/dynamic'
import type { ViewListProps } from './view-list'

const ViewList = dynamic(() => import('./view-list').then((list) => list.ViewList), { ssr: false })

/** Lists saved views of usage. Their code loads when their drawer opens. */
export const SavedViews = (props: ViewListProps) => <ViewList {...props} />
