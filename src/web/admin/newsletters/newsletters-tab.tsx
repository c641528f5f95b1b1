import { useParams, useRouter } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { TextEditor } from '../text-editor.tsx'
import { newsletterKind } from './newsletter-kind.tsx'
import { NewsletterList } from './newsletter-list.tsx'
import { NewsletterPage } from './newsletter-page.tsx'

/** All newsletters at /admin/newsletters, one in the editor at /admin/newsletters/{id}, and its sending with ?view=send. */
export function NewslettersTab() {
  const { id } = useParams()
  const { query } = useRouter()
  if (id === undefined) return <NewsletterList />
  const isNew = id === 'new'
  if (!isNew && !/^[1-9]\d{0,9}$/.test(id)) return <StatusMessage>There is no such newsletter.</StatusMessage>
  if (!isNew && query.get('view') === 'send') return <NewsletterPage key={id} id={Number(id)} />
  return <TextEditor kind={newsletterKind} id={isNew ? undefined : Number(id)} />
}
