import { useEffect, useMemo, useRef } from 'react'
import { useRouter } from '../../lib/router.tsx'
import { POST_BODY } from '../../lib/served-body.ts'
import { trustedHtml } from '../../lib/trusted-html.ts'
import blockStyles from '../../styles/blocks.css?url'
import { useWritten } from '../layout/use-written.ts'
import { followLinks } from './follow-links.ts'

type PostContentProps = {
  html: string
  /** The post or page whose affiliate clicks are reported (`reader/report-clicks.ts`); without it none are. */
  postId?: number | undefined
  isPage?: boolean
  /** Whether the product wrote it, in English. */
  isOfProduct?: boolean
}

/** The body of a post, as the server rendered it. Its internal links navigate within the app. */
export function PostContent({ html, postId, isPage, isOfProduct }: PostContentProps) {
  const written = useWritten()
  const { navigate } = useRouter()
  const body = useRef<HTMLDivElement>(null)
  // React sets the HTML again for each new object, even if the string is the same.
  const content = useMemo(() => ({ __html: trustedHtml(html) }), [html])

  useEffect(() => followLinks(body.current!, navigate), [navigate])

  useEffect(() => {
    if (!/data-(?:block="compar|embed=)/.test(html)) return
    import('./live-blocks.ts').then(
      ({ startLiveBlocks }) => body.current && startLiveBlocks(body.current),
      // Pictures and links work without it.
      () => {},
    )
  }, [html])

  return (
    <>
      {/data-(?:block|product-box|part)=|<details/.test(html) && (
        <link rel="stylesheet" href={blockStyles} precedence="blocks" />
      )}
      <div
        id={POST_BODY}
        ref={body}
        {...(isOfProduct ? { dir: 'auto' } : written)}
        data-post-id={postId}
        data-is-page={isPage && ''}
        className="prose-dew"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it by allow-list before each write
        dangerouslySetInnerHTML={content}
      />
    </>
  )
}
