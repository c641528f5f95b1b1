import { lazy, Suspense } from 'react'
import { useParams, useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { postEditor, templateEditor } from '../editor/editor-kind.ts'
import { EditorSkeleton } from '../editor/editor-skeleton.tsx'
import { PostsList } from './posts-list.tsx'

// The editor is large, so it loads when a post is opened or hovered.
const loadEditor = () => import('../editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

/** All posts at /admin/posts, one in the editor at /admin/posts/{id} and /admin/posts/new. */
export function BlogPostsTab() {
  const { id } = useParams()
  const kind = useRouter().query.get('kind') === 'template' ? templateEditor : postEditor
  if (id === undefined) return <PostsList preloadEditor={() => void loadEditor().catch(() => {})} />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such post.</StatusMessage>
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage key={kind.kind} kind={kind} id={isNew ? undefined : Number(id)} />
    </Suspense>
  )
}
