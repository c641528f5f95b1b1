import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EditablePost, PostKind } from '../../../contract/content/posts.ts'
import { ApiError } from '../../data/api.ts'
import { postSourceQuery } from '../../data/owner/posts.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import type { EditorKind } from './editor-kind.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { PostEditor } from './post-editor.tsx'
import { SideList } from './side-list.tsx'
import { useEditorPart } from './use-editor-layout.ts'
import { useEditorSession } from './use-editor-session.ts'

type PostEditorPageProps = {
  /** Without `id`, an empty form. */
  id: number | undefined
  /** The kind of the tab. */
  kind: EditorKind
  /** A text of another kind, such as a template from the list of links, has the editor of its own kind. */
  kinds: Record<PostKind, EditorKind>
}

/** The post list and the editor. */
export function PostEditorPage({ id, kind, kinds }: PostEditorPageProps) {
  const session = useEditorSession(id, kind)
  const list = useEditorPart('list', LIST_COLUMN_FROM, LIST_OPEN_FROM)
  const editor = (post: EditablePost | undefined) => (
    <PostEditor
      key={session.key}
      kind={post ? kinds[post.kind] : kind}
      post={post}
      onCreated={session.adopt}
      onStartNew={session.startNew}
    />
  )
  return (
    <div
      className={`touch-targets grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-2 ${list.isOpen ? 'lg:grid-cols-[13rem_minmax(0,1fr)]' : ''}`}
    >
      <SideList kind={kind} currentId={id} isOpen={list.isOpen} onToggle={() => list.setOpen(!list.isOpen)} />
      {session.opened === undefined ? (
        editor(undefined)
      ) : (
        <OpenedPost key={session.key} id={session.opened} kind={kind}>
          {editor}
        </OpenedPost>
      )}
    </div>
  )
}

/** The width from which the list is a column next to the editor. */
const LIST_COLUMN_FROM = '64rem'

/** The width from which the text has 640 px between the list and the drawer. */
const LIST_OPEN_FROM = '95rem'

type OpenedPostProps = { id: number; kind: EditorKind; children: (post: EditablePost) => ReactNode }

/** Loads a post once; later versions come from save responses. */
function OpenedPost({ id, kind, children }: OpenedPostProps) {
  const [opened, setOpened] = useState<EditablePost>()
  const { data, error, isFetching, refetch } = useQuery({ ...postSourceQuery(id), enabled: opened === undefined })
  if (!opened && data) setOpened(data)
  if (opened) return children(opened)
  if (error instanceof ApiError && error.status === 404) return <MissingPost kind={kind} />
  if (error && !isFetching) {
    return (
      <StatusMessage tone="error">
        This {kind.noun} could not be loaded.{' '}
        <ToolButton className="ml-2" onClick={() => void refetch()}>
          Try again
        </ToolButton>
      </StatusMessage>
    )
  }
  return <EditorSkeleton />
}

function MissingPost({ kind }: { kind: EditorKind }) {
  return (
    <StatusMessage>
      There is no such {kind.noun}. It may have been deleted.
      <span className="mt-3 flex flex-wrap gap-2">
        <ToolLink href={kind.listHref}>{kind.listLabel}</ToolLink>
        <ToolLink href={kind.newHref}>{kind.newLabel}</ToolLink>
      </span>
    </StatusMessage>
  )
}
