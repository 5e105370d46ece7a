'use client'

import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface OpenedTagsProps extends TagsInputProps {
  /** True if somebody was about to type into the field that stood in its place. */
  readonly isEntered: boolean
}

/** Edits tags that can be typed and removed. */
export function OpenedTags({ isEntered, ...props }: OpenedTagsProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isEntered) field.current?.focus({ preventScroll: true })
  }, [isEntered])
  return <TagsInput ref={field} {...props} />
}
