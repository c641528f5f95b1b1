import type { PostChoice } from '../../../contract/post-bulk.ts'
import type { ListState } from '../kit/use-list-state.ts'

/** What the list shows: posts, templates, or deleted posts. */
export type PostListView = 'posts' | 'templates' | 'trash'

export function viewOf(list: ListState): PostListView {
  if (list.filter('status') === 'trash') return 'trash'
  return list.filter('kind') === 'template' ? 'templates' : 'posts'
}

const statuses = ['all', 'draft', 'scheduled', 'published', 'trash'] as const

/** Everything that the list's filters match. */
export function wholeChoice(list: ListState): PostChoice {
  const categoryId = Number(list.filter('categoryId'))
  return {
    query: {
      status: statuses.find((status) => status === list.filter('status')) ?? 'all',
      kind: list.filter('kind') === 'template' ? 'template' : 'post',
      ...(list.q ? { q: list.q } : {}),
      ...(categoryId ? { categoryId } : {}),
    },
  }
}

/** A draft may have no title yet. */
export const titleOf = ({ title }: { title: string }) => title.trim() || 'Untitled'
