import type { PostCardData } from '../../data/page-data.ts'
import { useSite } from '../layout/use-site.tsx'

/** The label on a card: the fixed one of the settings, or the post's category. */
export function PostBadge({ post, className = '' }: { post: PostCardData; className?: string }) {
  const label = useSite().cardBadge || post.categoryName
  if (!label) return null
  return <span className={`badge ${className}`}>{label}</span>
}
