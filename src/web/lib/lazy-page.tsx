import { type ComponentType, lazy, useState } from 'react'

export type LazyPage = ComponentType & { preload: () => Promise<unknown> }

/** A lazy component that renders without suspending once it is preloaded, as the server and hydration require. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let loaded: ComponentType | undefined
  let loading: Promise<{ default: ComponentType }> | undefined
  const preload = () => {
    loading ??= load().then(
      (module) => {
        loaded = module[name]
        return { default: loaded }
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const Suspending = lazy(preload)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, at module level
  function Page() {
    const [Component] = useState<ComponentType>(() => loaded ?? Suspending)
    return <Component />
  }
  return Object.assign(Page, { preload })
}
