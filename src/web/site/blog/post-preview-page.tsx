import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '../../data/preview.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import { PostFailed, PostSkeleton } from './post-states.tsx'
import { PreviewArticle } from './preview-article.tsx'
import { PreviewBanner } from './preview-banner.tsx'

/** A post as its page will be, for its owner; visitors are sent to the fallback screen. */
export function PostPreviewPage() {
  const { id = '' } = useParams()
  const { data: post, isError } = useQuery(previewQuery(Number(id)))

  const isMissing = post === null
  useRedirect(isMissing ? '/not-found' : undefined)

  if ((isError && !post) || isMissing) return <PostFailed />
  return (
    <>
      <title>{post ? `Preview: ${post.title}` : 'Preview'}</title>
      <meta name="robots" content="noindex, nofollow" />
      <PreviewBanner>Preview – not public</PreviewBanner>
      {post ? <PreviewArticle post={post} /> : <PostSkeleton />}
    </>
  )
}
