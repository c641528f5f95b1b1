import { PostKind } from '../../../contract/content/posts.ts'
import type { ListState } from '../kit/use-list-state.ts'

/** The list shows posts, templates, or what was deleted, of any kind. */
export type PostListView = 'posts' | 'templates' | 'trash'

type Filters = Pick<ListState, 'filter'>

export function viewOf(list: Filters): PostListView {
  if (list.filter('status') === 'trash') return 'trash'
  return kindOf(list) === 'template' ? 'templates' : 'posts'
}

/** The kinds that a view offers; pages and newsletters that are not deleted have tabs of their own. */
export function kindsOf(view: PostListView): readonly PostKind[] {
  return view === 'trash' ? PostKind.options : ['post', 'template']
}

export function kindOf(list: Filters): PostKind {
  const kinds = list.filter('status') === 'trash' ? kindsOf('trash') : kindsOf('posts')
  return kinds.find((kind) => kind === list.filter('kind')) ?? 'post'
}

/** A draft may have no title yet. */
export const titleOf = ({ title }: { title: string }) => title.trim() || 'Untitled'
