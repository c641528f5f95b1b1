import { GripVertical } from 'lucide-react'
import { type PointerEvent, useState } from 'react'

/**
 * Moves an item of a list by its handle: `onDrop` gets the key of the item below the pointer. Items have `data-drag` with
 * their key. The same moves have buttons, so assistive technology does not see the handle.
 */
export function useDragOrder(onDrop: (from: string, to: string) => void) {
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const handle = (key: string) => (
    <span
      aria-hidden="true"
      title="Drag to move"
      data-handle
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(key)
      }}
      onPointerMove={(event) => {
        if (dragged !== undefined) setTarget(keyAt(event))
      }}
      onPointerUp={() => {
        if (dragged !== undefined && target !== undefined && target !== dragged) onDrop(dragged, target)
      }}
      onLostPointerCapture={() => {
        setDragged(undefined)
        setTarget(undefined)
      }}
      className="grid size-10 shrink-0 cursor-grab touch-none place-items-center text-ink-faint"
    >
      <GripVertical className="size-5" />
    </span>
  )
  return {
    handle,
    /** Marks the dragged item and the one in whose place it would stand. */
    classOf: (key: string) =>
      dragged === key ? 'opacity-60' : dragged !== undefined && target === key ? 'outline-2 outline-accent-deep' : '',
  }
}

function keyAt({ clientX, clientY }: PointerEvent): string | undefined {
  const item = document.elementFromPoint(clientX, clientY)?.closest('[data-drag], tr')
  const marked = item?.matches('[data-drag]') ? item : item?.querySelector('[data-drag]')
  return marked?.getAttribute('data-drag') ?? undefined
}
