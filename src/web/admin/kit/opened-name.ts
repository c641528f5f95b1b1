import { useEffect, useSyncExternalStore } from 'react'

let opened: readonly string[] = []
const listeners = new Set<() => void>()

/** Puts the name of what a view has opened at the start of the document's title; undefined while it is loaded. */
export function useOpenedName(name: string | undefined, view?: string): void {
  useEffect(() => {
    if (name === undefined) return
    const own = view === undefined ? [name] : [name, view]
    change(own)
    return () => {
      if (opened === own) change([])
    }
  }, [name, view])
}

/** The names for the title, the innermost first; none on the server, which loads no rows of the owner. */
export function useOpenedNames(): readonly string[] {
  return useSyncExternalStore(subscribe, () => opened, none)
}

const nothing: readonly string[] = []
const none = () => nothing

function change(next: readonly string[]): void {
  opened = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
