import type { ToastCopy } from './copy.ts'

/** A toast; after being dismissed it stays closed (`open: false`) until it is removed. */
export type VisibleToast = ToastCopy & { id: string; open: boolean }

export type ToastHandle = {
  id: string
  /** Changes the text; has no effect once another toast has replaced this one. */
  update(copy: ToastCopy): void
  dismiss(): void
}

const REMOVE_DELAY_MS = 1_000_000

let current: VisibleToast | undefined
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast in place of the previous one: at most one is visible. */
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

/** Closes a toast at once and removes it after `REMOVE_DELAY_MS`. */
export function dismissToast(id: string): void {
  if (current?.id !== id || !current.open) return
  change({ ...current, open: false })
  removal = setTimeout(() => change(undefined), REMOVE_DELAY_MS)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The newest toast, open or dismissed but not yet removed. */
export function currentToast(): VisibleToast | undefined {
  return current
}

function change(next: VisibleToast | undefined): void {
  current = next
  for (const listener of listeners) listener()
}
