import { useEffect, useMemo, useRef } from 'react'
import { reportClick } from '../../data/report-click.ts'
import { useRouter } from '../../lib/router.tsx'
import { cleanPostBody, frameTables } from './post-body.ts'

type PostContentProps = {
  html: string
  /** The post whose paid links are reported when they are followed; without it none are. */
  postId?: number
}

/** The body of a post. Its own links to this site stay in the app, as all others do. */
export function PostContent({ html, postId }: PostContentProps) {
  const { navigate } = useRouter()
  const body = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => ({ __html: frameTables(cleanPostBody(html)) }), [html])

  useEffect(() => {
    const element = body.current
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const href = link?.getAttribute('href')
      // Marked by the server; a middle click opens it too.
      const { affiliate, productId } = link?.dataset ?? {}
      if (affiliate && postId && event.button < 2) {
        reportClick({ linkId: affiliate, productId: Number(productId) || null, postId })
      }
      if (!link || !href?.startsWith('/') || href.startsWith('//') || link.target || isFile(href)) return
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(href)
    }
    element?.addEventListener('click', follow)
    element?.addEventListener('auxclick', follow)
    return () => {
      element?.removeEventListener('click', follow)
      element?.removeEventListener('auxclick', follow)
    }
  }, [navigate, postId])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's allow-list cleaned it when it was written
  return <div ref={body} className="prose-dew" dangerouslySetInnerHTML={shown} />
}

/** Files under the site's own address that are not pages. */
function isFile(href: string): boolean {
  return /^\/(media|api|share)\/|\.(xml|json|txt)$/.test(href)
}
