import { lazy, Suspense } from 'react'
import { useParams, useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { letterEditor } from '../editor/editor-kind.ts'
import { EditorSkeleton } from '../editor/editor-skeleton.tsx'
import { LetterList } from './letter-list.tsx'
import { LetterPage } from './letter-page.tsx'

// The editor is large, so it loads when a letter is opened or hovered.
const loadEditor = () => import('../editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

/** All letters at /admin/letters, one in the editor at /admin/letters/{id}, and its sending with ?view=send. */
export function LettersTab() {
  const { id } = useParams()
  const { query } = useRouter()
  if (id === undefined) return <LetterList preloadEditor={() => void loadEditor().catch(() => {})} />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such letter.</StatusMessage>
  if (!isNew && query.get('view') === 'send') return <LetterPage key={id} id={Number(id)} />
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage kind={letterEditor} id={isNew ? undefined : Number(id)} />
    </Suspense>
  )
}
