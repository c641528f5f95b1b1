import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ContactMessage } from '../../../contract/audience/contact-messages.ts'
import { ReplyInput } from '../../../contract/audience/replies.ts'
import { submission } from '../../data/mutations.ts'
import { useReply } from '../../data/owner/replies.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextAreaField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { quotation } from './reply-address.ts'
import { SavedReplies } from './saved-replies.tsx'

type ReplyFormProps = { message: ContactMessage; onSent: () => void; onCancel: () => void }

/** A reply by mail, with the message quoted below the text. */
export function ReplyForm({ message, onSent, onCancel }: ReplyFormProps) {
  const { moment } = useDates()
  const [initial] = useState(() => `\n\n${quotation(message, moment(message.createdAt)).join('\n')}`)
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const reply = useReply()
  const area = useRef<HTMLTextAreaElement>(null)
  const titleId = useId()
  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(0, 0)
  }, [])
  const leave = useLeaveGuard(text !== initial && !reply.isSuccess, 'Your reply is not sent yet. It will be lost.')

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = ReplyInput.safeParse({ text: text === initial ? '' : text })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return area.current?.focus()
    reply.mutate(submission({ params: { id: message.id }, body: parsed.data }), {
      onSuccess: () => {
        toast(adminMessages.replyQueued(message.email))
        onSent()
      },
      onError: (error) => setProblem(messageOf(error)),
    })
  }
  /** Before the quotation, where the cursor is. */
  const insert = (saved: string) => {
    const at = area.current?.selectionStart ?? 0
    setText(`${text.slice(0, at)}${saved}${text.slice(at)}`)
    area.current?.focus()
  }
  return (
    <form noValidate aria-labelledby={titleId} onSubmit={handleSubmit} className="mt-6 border-t border-line pt-4">
      <h3 id={titleId} className="mb-3 text-lg">
        Reply
      </h3>
      <TextAreaField
        optional={false}
        ref={area}
        label={`To ${message.name}, ${message.email}`}
        rows={10}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <SavedReplies text={text === initial ? '' : withoutQuotation(text)} onInsert={insert} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <ToolButton onClick={() => leave.confirm(onCancel)}>Cancel</ToolButton>
        <ToolButton type="submit" tone="primary" disabled={reply.isPending}>
          {reply.isPending ? 'Sending...' : 'Send reply'}
        </ToolButton>
      </div>
      {leave.dialog}
    </form>
  )
}

/** The lines that are not quoted, nor the line that introduces the quotation. */
function withoutQuotation(text: string): string {
  return text
    .replace(/^On .+ wrote:\n(?:>.*(?:\n|$))+/m, '')
    .replace(/^>.*$/gm, '')
    .trim()
}
