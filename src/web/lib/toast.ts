import type { ToastCopy } from './copy.ts'

/** A toast; after being dismissed it stays closed (`open: false`) until it is removed. */
export type VisibleToast = ToastCopy & { id: string; open: boolean }

export type ToastHandle = {
  id: string
  /** Changes the text; has no effect once another toast has replaced this one. */
  update(copy: ToastCopy): void
  dismiss(): void
}

export type ToastOptions = {
  /** The subject of its action, such as a row: a newer toast about the same ends this one. */
  about?: string | undefined
  /** The rows of its action, as 'products/12': once all of them have changed since, it has no meaning. */
  rows?: readonly string[] | undefined
}

const REMOVE_DELAY_MS = 1_000_000

type Stored = VisibleToast & ToastOptions

/** Oldest first. */
let shown: readonly Stored[] = []
let count = 0
const listeners = new Set<() => void>()

/**
 * Shows a toast in place of the previous one: at most one without an action is visible. A toast with an action stays until it
 * is dismissed or without meaning, and no other replaces it.
 */
export function toast(copy: ToastCopy, options: ToastOptions = {}): ToastHandle {
  const id = String(++count)
  const next: Stored = { ...copy, ...options, id, open: true }
  const { about } = options
  const staying = shown.filter((each) => each.open && each.action && (about === undefined || each.about !== about))
  change([...staying, next])
  return {
    id,
    update: (changed) =>
      change(
        shown.map((each) =>
          each.id === id ? { ...changed, about: each.about, rows: each.rows, id, open: each.open } : each,
        ),
      ),
    dismiss: () => dismissToast(id),
  }
}

/** Closes a toast at once and removes it after `REMOVE_DELAY_MS`. */
export function dismissToast(id: string): void {
  if (!shown.some((each) => each.id === id && each.open)) return
  change(shown.map((each) => (each.id === id ? { ...each, open: false } : each)))
  setTimeout(() => change(shown.filter((each) => each.id !== id)), REMOVE_DELAY_MS)
}

/** Closes the toasts whose actions need the admin. */
export function dismissActions(): void {
  for (const { id, action } of shown) if (action) dismissToast(id)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toasts that are open or dismissed but not yet removed, the newest last. */
export function currentToasts(): readonly VisibleToast[] {
  return shown
}

/** Replaces the toasts. */
export function changeToasts(update: (toasts: readonly Stored[]) => readonly Stored[]): void {
  change(update(shown))
}

function change(next: readonly Stored[]): void {
  shown = next
  for (const listener of listeners) listener()
}
