import { lazy, Suspense } from 'react'
import type { PostKind } from '../../contract/content/posts.ts'
import type { EditorKind } from './editor/editor-kind.ts'
import { EditorSkeleton } from './editor/editor-skeleton.tsx'
import { newsletterKind } from './newsletters/newsletter-kind.tsx'
import { pageKind } from './pages/page-kind.ts'
import { postKind, templateKind } from './posts/post-kind.tsx'

export const editorKinds: Record<PostKind, EditorKind> = {
  post: postKind,
  page: pageKind,
  template: templateKind,
  newsletter: newsletterKind,
}

// The editor is large, so it loads when a text is opened or hovered.
const loadEditor = () => import('./editor/post-editor-page.tsx')
const PostEditorPage = lazy(async () => ({ default: (await loadEditor()).PostEditorPage }))

export const preloadEditor = () => void loadEditor().catch(() => {})

/** The editor in the tab of a kind; without `id`, of a new text. */
export function TextEditor({ kind, id }: { kind: EditorKind; id: number | undefined }) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PostEditorPage key={kind.kind} kind={kind} kinds={editorKinds} id={id} />
    </Suspense>
  )
}
