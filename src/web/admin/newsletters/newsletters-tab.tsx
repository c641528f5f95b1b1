import { lazy, Suspense } from 'react'
import { useParams, useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { newsletterEditor } from '../editor/editor-kind.ts'
import { EditorSkeleton } from '../editor/editor-skeleton.tsx'
import { NewsletterList } from './newsletter-list.tsx'
import { NewsletterPage } from './newsletter-page.tsx'

// The editor is large, so it loads when a newsletter is opened or hovered.
const loadEditor = () => import('../editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

/** All newsletters at /admin/newsletters, one in the editor at /admin/newsletters/{id}, and its sending with ?view=send. */
export function NewslettersTab() {
  const { id } = useParams()
  const { query } = useRouter()
  if (id === undefined) return <NewsletterList preloadEditor={() => void loadEditor().catch(() => {})} />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such newsletter.</StatusMessage>
  if (!isNew && query.get('view') === 'send') return <NewsletterPage key={id} id={Number(id)} />
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage kind={newsletterEditor} id={isNew ? undefined : Number(id)} />
    </Suspense>
  )
}
