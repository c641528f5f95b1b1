import type { PostCardData } from '../../data/cards.ts'
import { useSite } from '../layout/use-site.tsx'

/** The label on a card: the fixed one of the settings, or the post's category. */
export function PostBadge({ post, className = '' }: { post: PostCardData; className?: string }) {
  const label = useSite().cardBadge || post.categoryName
  if (!label) return null
  return (
    <span
      className={`rounded-full bg-white px-3 py-1 text-xs font-semibold tracking-wide text-accent-darker ${className}`}
    >
      {label}
    </span>
  )
}
