import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { fillWithoutReader, writtenFields } from '../../../contract/audience/merge-fields.ts'
import { newsletterQuery, removeNewsletters, undeleteNewsletters } from '../../data/owner/newsletters.ts'
import { sendPost } from '../../data/owner/posts.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { commonKind, type EditorKind, sendAttempt, toastsOf } from '../editor/editor-kind.ts'
import { slugOf } from '../editor/slug.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { MergeCodeMenu } from './merge-codes.tsx'
import {
  newNewsletterHref,
  newsletterAddress,
  newsletterHref,
  newsletterSendHref,
  newslettersHref,
} from './newsletter-hrefs.ts'
import { isEditable } from './newsletter-state.tsx'

// With the editor, which the lists of all kinds do without.
const NewsletterNotice = lazy(async () => ({ default: (await import('./newsletter-notice.tsx')).NewsletterNotice }))

/** A newsletter is sent from a page of its own, and its save never publishes. */
export const newsletterKind: EditorKind = {
  ...commonKind,
  kind: 'newsletter',
  noun: 'newsletter',
  deletedWith: 'Their text, all earlier versions, and the recipients and numbers of those that were sent',
  deletedFrom: 'among your newsletters',
  remove: removeNewsletters,
  restore: undeleteNewsletters,
  pluralLabel: 'Newsletters',
  newLabel: 'New newsletter',
  listLabel: 'All newsletters',
  listHref: newslettersHref,
  newHref: newNewsletterHref,
  editHref: newsletterHref,
  publicHref: newsletterAddress,
  slugOf: (subject) => slugOf(fillWithoutReader(subject)),
  labels: { title: 'Subject', excerpt: 'Preview text' },
  titleHint: `Here and in the text: ${writtenFields.join(', ')}. {{name|friend}} becomes ‘friend’ for readers without a name.`,
  excerptHint: 'Stands after the subject in the inbox.',
  TextMenu: MergeCodeMenu,
  saveLabel: 'Save draft',
  keepVerb: 'Sends nothing',
  Notice: NewsletterNotice,
  NextStep: ReviewButton,
  fields: {
    publish: false,
    excerpt: true,
    category: false,
    keywords: false,
    featured: false,
    links: false,
    cover: false,
    pin: false,
    search: false,
  },
  send: (attempt) => sendAttempt('newsletter', sendPost, attempt),
  toasts: toastsOf('newsletter'),
}

/** Leaves the editor once the server has the newest text. */
function ReviewButton({ id, flush, blankReason }: ComponentProps<NonNullable<EditorKind['NextStep']>>) {
  const { navigate } = useRouter()
  const { data: newsletter } = useQuery({ ...newsletterQuery(id ?? 0), enabled: id !== undefined })
  const review = async () => {
    const stored = await flush()
    if (stored === undefined) toast(adminMessages.previewFailed)
    else navigate(newsletterSendHref(stored))
  }
  return (
    <ToolButton
      tone="primary"
      aria-disabled={blankReason !== undefined}
      aria-describedby={blankReason}
      onClick={blankReason === undefined ? () => void review() : undefined}
    >
      <Send aria-hidden="true" className="size-4 max-sm:hidden" />
      {newsletter && !isEditable(newsletter) ? (
        'Numbers'
      ) : (
        <span>
          Review<span className="max-sm:sr-only"> and send</span>
        </span>
      )}
    </ToolButton>
  )
}
