import type { ToastCopy } from './copy.ts'

/** A notification; it stays here, closed, for a while after it was dismissed. */
export type VisibleToast = ToastCopy & { id: string; open: boolean }

export type ToastHandle = {
  id: string
  /** Changes what the notification says, while it is the one that is shown. */
  update(copy: ToastCopy): void
  dismiss(): void
}

const REMOVE_DELAY_MS = 1_000_000

let current: VisibleToast | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a notification in place of the one before: at most one is shown at a time. */
export function toast(copy: ToastCopy): ToastHandle {
  const id = String(++count)
  clearTimeout(removal)
  change({ ...copy, id, open: true })
  return {
    id,
    update: (next) => {
      if (current?.id === id) change({ ...next, id, open: current.open })
    },
    dismiss: () => dismissToast(id),
  }
}

/** Closes a notification at once and forgets it later. */
export function dismissToast(id: string): void {
  if (current?.id !== id || !current.open) return
  change({ ...current, open: false })
  removal = setTimeout(() => change(undefined), REMOVE_DELAY_MS)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The newest notification, shown or dismissed but not yet forgotten. */
export function currentToast(): VisibleToast | undefined {
  return current
}

function change(next: VisibleToast | undefined): void {
  current = next
  for (const listener of listeners) listener()
}
