import { useId, useState } from 'react'
import type { NewsletterForm } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { useCreateNewsletterFromPost } from '../../data/owner/newsletters.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { newsletterHref } from './newsletter-hrefs.ts'

const forms: [NewsletterForm, label: string, hint: string][] = [
  ['whole', 'The whole text', 'Subscribers read it in their inbox.'],
  ['excerpt', 'The excerpt with a link', 'Subscribers read the post on your site.'],
]

type SendAsNewsletterDialogProps = { post: { id: number; title: string }; onClose: () => void }

/** Makes the draft of a newsletter from a post and opens it. */
export function SendAsNewsletterDialog({ post, onClose }: SendAsNewsletterDialogProps) {
  const { navigate } = useRouter()
  const { mutate, isPending, error } = useCreateNewsletterFromPost()
  const [form, setForm] = useState<NewsletterForm>('whole')
  const name = useId()
  const create = () =>
    mutate(submission({ body: { postId: post.id, form } }), {
      onSuccess: ({ id }) => {
        onClose()
        toast(adminMessages.newsletterCreated)
        navigate(newsletterHref(id))
      },
    })
  return (
    <Dialog
      isOpen
      title="Send as newsletter"
      size="small"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" aria-disabled={isPending} onClick={isPending ? undefined : create}>
            {isPending ? 'Saving...' : 'Create the newsletter'}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-3 text-[0.9375rem]">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {post.title || 'Untitled'}
        </p>
        <fieldset>
          <legend className="text-sm font-semibold">What goes into the newsletter</legend>
          {forms.map(([value, label, hint]) => (
            <label key={value} className="flex min-h-10 cursor-pointer items-start gap-3 py-2">
              <input
                type="radio"
                name={name}
                checked={form === value}
                onChange={() => setForm(value)}
                className="mt-0.5 size-5 shrink-0 accent-accent-deep"
              />
              <span>
                {label}
                <span className="block text-sm text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="text-sm text-ink-soft">
          It becomes a draft. You can change it and add words of your own; the post stays as it is.
        </p>
        {error && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
      </div>
    </Dialog>
  )
}
