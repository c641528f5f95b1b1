import { useState } from 'react'
import { useMediaQuery } from '../kit/use-media-query.ts'

const KEY = 'dewlight-editor-layout'

type Part = 'drawer' | 'list'

/**
 * Whether a part next to the text is open: as it was left on a wide screen, and at first open from `isRoomyFrom` on, where
 * the text keeps its width. On a narrow one it covers or moves the text, so it starts closed and is not remembered.
 */
export function useEditorPart(part: Part, isWideFrom: string, isRoomyFrom = isWideFrom) {
  const isWide = useMediaQuery(`(min-width: ${isWideFrom})`)
  const isRoomy = useMediaQuery(`(min-width: ${isRoomyFrom})`)
  const [chosen, setChosen] = useState(() => read()[part])
  const [isOpenNarrow, setIsOpenNarrow] = useState(false)
  return {
    isWide,
    isOpen: isWide ? (chosen ?? isRoomy) : isOpenNarrow,
    setOpen(isOpen: boolean) {
      if (!isWide) return setIsOpenNarrow(isOpen)
      setChosen(isOpen)
      write({ ...read(), [part]: isOpen })
    },
  }
}

type Layout = Partial<Record<Part, boolean>>

function read(): Layout {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return { ...isBoolean(stored, 'drawer'), ...isBoolean(stored, 'list') }
  } catch {
    // Storage is blocked, or holds something else.
    return {}
  }
}

function isBoolean(stored: Record<string, unknown>, part: Part): Layout {
  const value = stored[part]
  return typeof value === 'boolean' ? { [part]: value } : {}
}

function write(layout: Layout): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(layout))
  } catch {
    // Storage is full or blocked: the layout is not remembered.
  }
}
