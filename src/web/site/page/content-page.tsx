import { useQuery } from '@tanstack/react-query'
import { useQueries } from '../../environment.tsx'
import { pageHref } from '../../hrefs.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import { PostFailed } from '../blog/post-states.tsx'
import { PageArticle, PageSkeleton } from './page-article.tsx'

/** A page of the owner. A missing one leads to the fallback screen. */
export function ContentPage() {
  const { slug = '' } = useParams()
  const { data: page, isPending } = useQuery(useQueries().page(slug))

  const isMissing = !isPending && !page
  // Found by an earlier slug, the page has moved.
  const elsewhere = isMissing ? '/not-found' : page && page.slug !== slug ? pageHref(page.slug) : undefined
  useRedirect(elsewhere)

  if (isMissing) return <PostFailed />
  return page ? <PageArticle page={page} /> : <PageSkeleton />
}
