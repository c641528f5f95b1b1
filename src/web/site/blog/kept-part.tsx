import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { type KeptParts, useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { sendLater } from '../../lib/send-later.ts'
import { trustedHtml } from '../../lib/trusted-html.ts'
import { followLinks } from './follow-links.ts'

type KeptPartProps<Name extends keyof KeptParts> = {
  /** The id of the element, another one for other props. */
  id: string
  name: Name
  load: () => Promise<KeptParts[Name]>
  props: Parameters<KeptParts[Name]>[0]
}

/**
 * A part of a page that the browser keeps as the server rendered it, without its code and its data. They are loaded where
 * the page is opened within the app.
 */
export function KeptPart<Name extends keyof KeptParts>({ id, name, load, props }: KeptPartProps<Name>) {
  const environment = useEnvironment()
  const router = useRouter()
  const queryClient = useQueryClient()
  const element = useRef<HTMLDivElement>(null)
  const [kept] = useState(() => (import.meta.env.SSR ? undefined : document.getElementById(id)?.innerHTML))
  const [Loaded, setLoaded] = useState<ComponentType<typeof props> | undefined>(() => environment.parts?.[name])
  const { navigate } = router
  // React sets the HTML again for each new object.
  const html = useMemo(() => (kept === undefined ? undefined : { __html: trustedHtml(kept) }), [kept])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each element
  useEffect(() => {
    // Keeps the hydration of forms out of the server's bundle.
    if (import.meta.env.SSR) return undefined
    if (kept === undefined) {
      // Without it the page is complete.
      load().then(
        (Part) => setLoaded(() => Part),
        () => {},
      )
      return undefined
    }
    const stops = [followLinks(element.current!, navigate)]
    const living = new Map<HTMLElement, Promise<void>>()
    const hydrate = async (place: HTMLElement) => {
      const { hydrateLetter } = await import('../forms/hydrate-letter.tsx')
      await hydrateLetter(place, { environment, router, queryClient }, (stop) => stops.push(stop))
      place.dataset.live = ''
    }
    const enliven = (place: HTMLElement) => {
      const started = living.get(place) ?? hydrate(place)
      living.set(place, started)
      // A form whose code does not load is sent without scripts.
      started.catch(() => {})
      return started
    }
    const prepare = (target: EventTarget | null) => {
      const place = findLetter(target)
      if (place) void enliven(place)
    }
    const holdBack = (event: SubmitEvent) => {
      const place = findLetter(event.target)
      if (!place || !(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      sendLater(event.target, event.submitter, enliven(place))
    }
    const stop = new AbortController()
    stops.push(() => stop.abort())
    const { signal } = stop
    prepare(document.activeElement)
    element.current!.addEventListener('focusin', ({ target }) => prepare(target), { signal })
    element.current!.addEventListener('submit', holdBack, { signal })
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered
  if (html) return <div id={id} ref={element} dangerouslySetInnerHTML={html} />
  return <div id={id}>{Loaded && <Loaded {...props} />}</div>
}

/** The sign-up form around an element, unless it has its scripts. */
function findLetter(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-letter]:not([data-live])') : null
}
