import { useParams, useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { TextEditor } from '../text-editor.tsx'
import { PostCalendar } from './calendar/post-calendar.tsx'
import { postKind, templateKind } from './post-kind.tsx'
import { PostsList } from './posts-list.tsx'

/** All posts at /admin/posts, their calendar at /admin/posts/calendar, one in the editor at /admin/posts/{id} and /admin/posts/new. */
export function BlogPostsTab() {
  const { id } = useParams()
  const kind = useRouter().query.get('kind') === 'template' ? templateKind : postKind
  if (id === undefined) return <PostsList />
  if (id === 'calendar') return <PostCalendar />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such post.</StatusMessage>
  return <TextEditor kind={kind} id={isNew ? undefined : Number(id)} />
}
