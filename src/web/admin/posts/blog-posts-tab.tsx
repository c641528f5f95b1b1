import { lazy, Suspense } from 'react'
import { useParams } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PostsList } from './posts-list.tsx'

// The editor is large, so it loads when a post is opened or hovered.
const loadEditor = () => import('../editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

/** All posts at /admin/posts, one in the editor at /admin/posts/{id} and /admin/posts/new. */
export function BlogPostsTab() {
  const { id } = useParams()
  if (id === undefined) return <PostsList preloadEditor={() => void loadEditor().catch(() => {})} />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such post.</StatusMessage>
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage id={isNew ? undefined : Number(id)} />
    </Suspense>
  )
}

function EditorSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-14 w-3/4" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
