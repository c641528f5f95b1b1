import { useQuery } from '@tanstack/react-query'
import { RELATED_POSTS } from '../../../contract/platform/limits.ts'
import { useQueries } from '../../environment.tsx'
import { Container } from '../../ui/container.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { PostGrid, PostGridSkeleton } from './post-grid.tsx'

type RelatedArticlesProps = { categoryId: number; exceptId: number }

/** Other posts of the same category; no section if there are none. */
export function RelatedArticles({ categoryId, exceptId }: RelatedArticlesProps) {
  const posts = useQuery(useQueries().postsInCategory(categoryId))
  const related = posts.data?.filter(({ id }) => id !== exceptId).slice(0, RELATED_POSTS) ?? []
  if (!posts.isPending && related.length === 0) return null
  return (
    <section aria-labelledby="related" className="related">
      <Container>
        <SectionHeading id="related" title="Related Articles" />
        {posts.isPending ? <PostGridSkeleton count={RELATED_POSTS} /> : <PostGrid posts={related} />}
      </Container>
    </section>
  )
}
