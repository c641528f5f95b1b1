import { useEffect, useMemo, useRef } from 'react'
import { codeOfPlace, type LinkPlace } from '../../../contract/shop/link-places.ts'
import { reportClick } from '../../data/report-click.ts'
import { POST_BODY } from '../../lib/page-state.ts'
import { useRouter } from '../../lib/router.tsx'
import { trustedHtml } from '../../lib/trusted-html.ts'
import blockStyles from '../../styles/blocks.css?url'
import { followLinks } from './follow-links.ts'

type PostContentProps = {
  html: string
  /** The post or page whose affiliate clicks are reported; without it none are. */
  postId?: number | undefined
  isPage?: boolean
}

/** The body of a post, as the server rendered it. Its internal links navigate within the app. */
export function PostContent({ html, postId, isPage }: PostContentProps) {
  const { navigate } = useRouter()
  const body = useRef<HTMLDivElement>(null)
  // React sets the HTML again for each new object, even if the string is the same.
  const content = useMemo(() => ({ __html: trustedHtml(html) }), [html])

  useEffect(() => followLinks(body.current!, navigate), [navigate])

  useEffect(() => {
    const element = body.current!
    const report = (event: MouseEvent) => {
      const { affiliate, productId } = (event.target as Element).closest('a')?.dataset ?? {}
      // A middle click opens the link too.
      if (affiliate && postId && event.button < 2) {
        const product = Number(productId) || null
        // The server wrote it.
        const placement = codeOfPlace(affiliate as LinkPlace, { sourceId: postId, productId: product, isPage })
        reportClick({ linkId: affiliate, productId: product, postId, placement })
      }
    }
    element.addEventListener('click', report)
    element.addEventListener('auxclick', report)
    return () => {
      element.removeEventListener('click', report)
      element.removeEventListener('auxclick', report)
    }
  }, [postId, isPage])

  useEffect(() => {
    if (!/data-(?:block="compare|embed=)/.test(html)) return undefined
    let stop: (() => void) | undefined
    let isGone = false
    import('./live-blocks.ts').then(
      ({ startLiveBlocks }) => {
        if (!isGone && body.current) stop = startLiveBlocks(body.current)
      },
      // Pictures and links work without it.
      () => {},
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [html])

  return (
    <>
      {/data-(?:block|product-box|part)=|<details/.test(html) && (
        <link rel="stylesheet" href={blockStyles} precedence="blocks" />
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it by allow-list before each write */}
      <div id={POST_BODY} ref={body} dir="auto" className="prose-dew" dangerouslySetInnerHTML={content} />
    </>
  )
}
