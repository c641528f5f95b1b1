import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { type KeptParts, useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
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
    const enliven = async ({ target }: Event) => {
      const place = (target as Element).closest<HTMLElement>('[data-letter]:not([data-live])')
      if (!place) return
      place.dataset.live = ''
      const { hydrateLetter } = await import('../forms/hydrate-letter.tsx')
      stops.push(hydrateLetter(place, { environment, router, queryClient }))
    }
    // A form whose code does not load is sent without scripts.
    const prepare = (event: Event) => void enliven(event).catch(() => {})
    element.current!.addEventListener('focusin', prepare)
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered
  if (html) return <div id={id} ref={element} dangerouslySetInnerHTML={html} />
  return <div id={id}>{Loaded && <Loaded {...props} />}</div>
}
