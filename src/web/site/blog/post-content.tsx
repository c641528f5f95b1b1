import { useEffect, useMemo, useRef } from 'react'
import { reportClick } from '../../data/report-click.ts'
import { POST_BODY } from '../../lib/page-state.ts'
import { useRouter } from '../../lib/router.tsx'
import { trustedHtml } from '../../lib/trusted-html.ts'

type PostContentProps = {
  html: string
  /** The post whose affiliate clicks are reported; without it none are. */
  postId?: number
}

/** The body of a post, as the server rendered it. Its internal links navigate within the app. */
export function PostContent({ html, postId }: PostContentProps) {
  const { navigate } = useRouter()
  const body = useRef<HTMLDivElement>(null)
  // React sets the HTML again for each new object, even if the string is the same.
  const content = useMemo(() => ({ __html: trustedHtml(html) }), [html])

  useEffect(() => {
    const element = body.current
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const href = link?.getAttribute('href')
      // A middle click opens the link too.
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

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it by allow-list before each write
  return <div id={POST_BODY} ref={body} dir="auto" className="prose-dew" dangerouslySetInnerHTML={content} />
}

/** URLs of the site that are files, not pages. */
function isFile(href: string): boolean {
  return /^\/(media|api|share)\/|\.(xml|json|txt)$/.test(href)
}
