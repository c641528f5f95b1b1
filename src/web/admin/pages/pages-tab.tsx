import { useParams } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { TextEditor } from '../text-editor.tsx'
import { pageKind } from './page-kind.ts'
import { PagesList } from './pages-list.tsx'

/** All pages at /admin/pages, one in the editor at /admin/pages/{id} and /admin/pages/new. */
export function PagesTab() {
  const { id } = useParams()
  if (id === undefined) return <PagesList />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such page.</StatusMessage>
  return <TextEditor kind={pageKind} id={isNew ? undefined : Number(id)} />
}
