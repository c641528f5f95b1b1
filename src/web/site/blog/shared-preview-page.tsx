import { useQuery } from '@tanstack/react-query'
import { sharedPreviewQuery } from '../../data/shared-preview.ts'
import { useQueries } from '../../environment.tsx'
import { useParams } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { PostFailed, PostSkeleton } from './post-states.tsx'
import { PreviewArticle } from './preview-article.tsx'
import { PreviewBanner } from './preview-banner.tsx'

/** Shows the draft of a post to readers who have its preview link; works without scripts. */
export function SharedPreviewPage() {
  const { token = '' } = useParams()
  const { data: post, isError } = useQuery(sharedPreviewQuery(useQueries().read, token))

  if (isError && !post) return <PostFailed />
  return (
    <>
      <title>{post ? `Preview: ${post.title}` : 'Preview'}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {post && <PreviewBanner>Preview – not published</PreviewBanner>}
      {post ? <PreviewArticle post={post} /> : post === null ? <DeadLink /> : <PostSkeleton />}
    </>
  )
}

function DeadLink() {
  return (
    <Container width="prose" className="py-20 text-center md:py-32">
      <h1 className="title-2">Nothing to preview</h1>
      <p className="mt-5 mb-8 text-ink-soft">This preview link has expired or was withdrawn.</p>
      <ButtonLink href="/">Back to Home</ButtonLink>
    </Container>
  )
}
