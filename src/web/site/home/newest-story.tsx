import { useQuery } from '@tanstack/react-query'
import { HOME_POSTS } from '../../../contract/platform/limits.ts'
import { useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'

/** The newest post, in words alone: its picture stands among the latest posts. */
export function NewestStory() {
  const post = useQuery(useQueries().posts({ limit: HOME_POSTS })).data?.items[0]
  return (
    post && (
      <Link href={postHref(post.slug)} className="newest column max-w-page">
        <span className="kicker">The newest story</span>
        <span dir="auto" className="heading">
          {post.title}
        </span>
        <span dir="auto" className="excerpt">
          {post.excerpt}
        </span>
      </Link>
    )
  )
}
