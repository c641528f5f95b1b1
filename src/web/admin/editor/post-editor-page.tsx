import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EditablePost, PostKind } from '../../../contract/content/posts.ts'
import { ApiError } from '../../data/api.ts'
import { postSourceQuery } from '../../data/owner/posts.ts'
import { useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import type { EditorKind } from './editor-kind.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { PostEditor } from './post-editor.tsx'
import { SideList } from './side-list.tsx'
import { useEditorPart } from './use-editor-layout.ts'

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

type Session = {
  /** Changes whenever a post or an empty form is opened. */
  key: number
  /** The post that was loaded; undefined for a new one, also after it was created. */
  opened: number | undefined
  current: number | undefined
  /** True until the URL has caught up with a post that was created here. */
  isMoving: boolean
}

/**
 * Tracks the post in the editor. A navigation opens another post; creating a post only replaces the URL and keeps the
 * editor mounted.
 */
function useEditorSession(id: number | undefined, { editHref, newHref }: EditorKind) {
  const { navigate } = useRouter()
  const [session, setSession] = useState<Session>({ key: 0, opened: id, current: id, isMoving: false })
  const hasArrived = id === session.current
  if (hasArrived && session.isMoving) setSession({ ...session, isMoving: false })
  if (!hasArrived && !session.isMoving) setSession({ key: session.key + 1, opened: id, current: id, isMoving: false })

  return {
    key: session.key,
    opened: session.opened,
    adopt(created: number) {
      setSession((before) => ({ ...before, current: created, isMoving: true }))
      navigate(editHref(created), { replace: true, stay: true })
    },
    /** Opens an empty form, also at the URL of a new post. */
    startNew() {
      const isMoving = id !== undefined
      setSession((before) => ({ key: before.key + 1, opened: undefined, current: undefined, isMoving }))
      // The title of the empty form has the focus already.
      navigate(newHref, { stay: true })
    },
  }
}
