import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EnvironmentContext, useEnvironment } from '../../environment.tsx'
import { RouterProvider, useRouter } from '../../lib/router.tsx'
import { SiteContext, useSite } from './use-site.tsx'

type FragmentProps = {
  as: 'ul' | 'div' | 'header' | 'footer'
  className?: string
  /** The data of the children besides the settings: objects of the read cache, which stay the same until they change. */
  of: readonly object[]
  /** Names the other values that the children depend on; null where any number of them could be stored. */
  variant?: string | null
  children: ReactNode
}

/**
 * An element whose HTML the server renders once for the same data (fragment caching); the browser hydrates its children. They
 * must not use `useId`, whose ids depend on the place in the page.
 */
export const Fragment = import.meta.env.SSR ? CachedFragment : PlainFragment

function PlainFragment({ as: Element, className, children }: FragmentProps) {
  return <Element className={className}>{children}</Element>
}

function CachedFragment({ of, variant = '', ...props }: FragmentProps) {
  const environment = useEnvironment()
  const router = useRouter()
  const site = useSite()
  const queryClient = useQueryClient()
  const { renderFragment } = environment
  if (variant === null || !renderFragment) return <PlainFragment {...props} of={of} />
  const known = htmlOf([site, ...of])
  let html = known.get(variant)
  if (html === undefined) {
    html = renderFragment(
      <QueryClientProvider client={queryClient}>
        <EnvironmentContext value={environment}>
          <RouterProvider value={router}>
            <SiteContext value={site}>{props.children}</SiteContext>
          </RouterProvider>
        </EnvironmentContext>
      </QueryClientProvider>,
    )
    // A preload of a picture belongs to the head. The expression also joins the pieces of the string, once for all pages.
    if (/^<link/.test(html)) html = ''
    known.set(variant, html)
  }
  if (html === '') return <PlainFragment {...props} of={of} />
  const { as: Element, className } = props
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React above
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** HTML by variant, below the objects that it shows: dropped with any of them. */
type Known = { html: Map<string, string>; below: WeakMap<object, Known> }

const createKnown = (): Known => ({ html: new Map(), below: new WeakMap() })
const root = createKnown()

function htmlOf(objects: readonly object[]): Map<string, string> {
  let known = root
  for (const each of objects) {
    let next = known.below.get(each)
    if (!next) {
      next = createKnown()
      known.below.set(each, next)
    }
    known = next
  }
  return known.html
}
