import { lazy, Suspense } from 'react'
import { useParams } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { pageEditor } from '../editor/editor-kind.ts'
import { EditorSkeleton } from '../editor/editor-skeleton.tsx'
import { PagesList } from './pages-list.tsx'

// The editor is large, so it loads when a page is opened or hovered.
const loadEditor = () => import('../editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

/** All pages at /admin/pages, one in the editor at /admin/pages/{id} and /admin/pages/new. */
export function PagesTab() {
  const { id } = useParams()
  if (id === undefined) return <PagesList preloadEditor={() => void loadEditor().catch(() => {})} />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such page.</StatusMessage>
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage kind={pageEditor} id={isNew ? undefined : Number(id)} />
    </Suspense>
  )
}
