import type { PostCardData } from '../../data/page-data.ts'
import { useSite } from '../layout/use-site.tsx'

/** The label on a card: the fixed one of the settings, or the post's category. */
export function PostBadge({ post }: { post: PostCardData }) {
  const label = useSite().cardBadge || post.categoryName
  return label && <span className="badge">{label}</span>
}
