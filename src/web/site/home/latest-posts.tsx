import { useQuery } from '@tanstack/react-query'
import { HOME_POSTS } from '../../../contract/platform/limits.ts'
import { useQueries } from '../../environment.tsx'
import { copy } from '../../lib/copy.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PostGrid, PostGridSkeleton } from '../blog/post-grid.tsx'
import { useSite } from '../layout/use-site.tsx'

export function LatestPosts() {
  const { postsHeading } = useSite()
  const posts = useQuery(useQueries().posts({ limit: HOME_POSTS }))
  if (posts.data?.items.length === 0) return null
  return (
    <section aria-labelledby="latest" className="py-16 md:py-24">
      <Container>
        <SectionHeading
          id="latest"
          title={postsHeading}
          action={
            <ButtonLink href="/blog" variant="quiet">
              View All Posts
            </ButtonLink>
          }
        />
        {posts.isPending && <PostGridSkeleton count={HOME_POSTS} rhythm="uneven" />}
        {posts.isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.postsFailed}
          </StatusMessage>
        )}
        {posts.data && <PostGrid posts={posts.data.items} rhythm="uneven" />}
      </Container>
    </section>
  )
}
