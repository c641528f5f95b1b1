import type { PostStatus } from '../../../contract/content/posts.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'

const words: Record<PostStatus, { label: string; tone: StatusTone }> = {
  draft: { label: 'Draft', tone: 'quiet' },
  scheduled: { label: 'Scheduled', tone: 'waiting' },
  published: { label: 'Published', tone: 'good' },
}

export function PostState({ status }: { status: PostStatus }) {
  const { label, tone } = words[status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

export const statusFilterOptions = [
  ['', 'Any status'],
  ['published', 'Published'],
  ['scheduled', 'Scheduled'],
  ['draft', 'Drafts'],
] as const
