/** The path and query of the latest navigation, which may still be loading. */
export type NavigationTarget = {
  get: () => string
  set: (href: string) => void
  subscribe: (listener: () => void) => () => void
}

export function createTarget(href: string): NavigationTarget {
  let current = href
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
