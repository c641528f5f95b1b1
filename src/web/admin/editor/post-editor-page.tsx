import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { ApiError } from '../../data/api.ts'
import { postSourceQuery } from '../../data/owner/posts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { PostEditor } from './post-editor.tsx'
import { SideList } from './side-list.tsx'
import { useEditorSession } from './use-editor-session.ts'

/** The post list and the editor; without `id`, an empty form. */
export function PostEditorPage({ id }: { id: number | undefined }) {
  const session = useEditorSession(id)
  const editor = (post: EditablePost | undefined) => (
    <PostEditor key={session.key} post={post} onCreated={session.adopt} onStartNew={session.startNew} />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-2 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <SideList currentId={id} />
      {session.opened === undefined ? (
        editor(undefined)
      ) : (
        <OpenedPost key={session.key} id={session.opened}>
          {editor}
        </OpenedPost>
      )}
    </div>
  )
}

type OpenedPostProps = { id: number; children: (post: EditablePost) => ReactNode }

/** Loads a post once; later versions come from save responses. */
function OpenedPost({ id, children }: OpenedPostProps) {
  const [opened, setOpened] = useState<EditablePost>()
  const { data, error, isFetching, refetch } = useQuery({ ...postSourceQuery(id), enabled: opened === undefined })
  if (!opened && data) setOpened(data)
  if (opened) return children(opened)
  if (error instanceof ApiError && error.status === 404) return <MissingPost />
  if (error && !isFetching) {
    return (
      <StatusMessage tone="error">
        This post could not be loaded.{' '}
        <ToolButton className="ml-2" onClick={() => void refetch()}>
          Try again
        </ToolButton>
      </StatusMessage>
    )
  }
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-14 w-3/4" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

function MissingPost() {
  return (
    <StatusMessage>
      There is no such post. It may have been deleted.
      <span className="mt-3 flex flex-wrap gap-2">
        <ToolLink href="/admin/posts">All posts</ToolLink>
        <ToolLink href="/admin/posts/new">New Post</ToolLink>
      </span>
    </StatusMessage>
  )
}
