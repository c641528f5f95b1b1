import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sendLater } from './send-later.ts'

const preloads: (() => Promise<unknown>)[] = []

/** Loads all late components, because `renderToString` cannot wait for them. */
export async function preloadLateComponents(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()))
}

/**
 * A component whose script is loaded when the reader comes near it: until then the HTML of the server stands, and its form is
 * sent by the browser itself. A submission before hydration waits for it.
 */
export function lateComponent<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  let loaded: ComponentType | undefined
  const preload = async () => {
    loaded ??= (await load())[name]
    return { default: loaded }
  }
  if (import.meta.env.SSR) preloads.push(preload)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const Waiting = lazy(async () => {
    await opened
    // Without its script the HTML of the server stays.
    return preload().catch(() => new Promise<never>(() => {}))
  })

  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level
  return function Late() {
    const frame = useRef<HTMLDivElement>(null)
    const isHydrating = useSyncExternalStore(subscribeToNothing, isFalse, isTrue)
    const [isServerHtml] = useState(isHydrating)
    const [hydration] = useState(createSignal)
    // One element for all renderings: an update of a boundary that is not hydrated would replace it by its fallback.
    const [content] = useState(() => {
      const Component = loaded ?? Waiting
      return (
        <Suspense fallback={<Effect run={open} />}>
          <Component />
          <Effect run={hydration.fire} />
        </Suspense>
      )
    })
    useEffect(() => {
      if (!isServerHtml) open()
    }, [isServerHtml])
    useEffect(() => openNear(frame.current!, { open, load: preload, hydrated: hydration.fired }), [hydration])
    return <div ref={frame}>{content}</div>
  }
}

const subscribeToNothing = () => () => {}
const isTrue = () => true
const isFalse = () => false

function Effect({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}

function createSignal() {
  let fire = () => {}
  const fired = new Promise<void>((resolve) => {
    fire = resolve
  })
  return { fire, fired }
}

type Late = { open: () => void; load: () => Promise<unknown>; hydrated: Promise<void> }

/** Returns how to stop. */
function openNear(frame: HTMLElement, { open, load, hydrated }: Late): () => void {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && open(), {
    rootMargin: '400px',
  })
  observer.observe(frame)
  const stop = new AbortController()
  const end = () => {
    observer.disconnect()
    stop.abort()
  }
  const holdBack = (event: SubmitEvent) => {
    const { target, submitter } = event
    if (!(target instanceof HTMLFormElement)) return
    event.preventDefault()
    open()
    sendLater(
      target,
      submitter,
      load().then(() => hydrated),
    )
  }
  if (frame.contains(document.activeElement)) open()
  frame.addEventListener('focusin', open, { signal: stop.signal })
  frame.addEventListener('submit', holdBack, { signal: stop.signal })
  void hydrated.then(end)
  return end
}
