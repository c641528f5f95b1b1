import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewLink, PreviewLinkInput } from '../../../contract/content/preview-links.ts'
import { addPreviewLink, previewLinksQuery, withdrawPreviewLink } from '../../data/owner/preview-links.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { copyText } from './copy-text.ts'
import type { PostEditing } from './use-post-editing.ts'

type PreviewLinksDialogProps = { isOpen: boolean; editing: PostEditing; id: number; onClose: () => void }

/** Links that show the post to readers without an account, until they expire or are withdrawn. */
export function PreviewLinksDialog({ isOpen, editing, id, onClose }: PreviewLinksDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      title="Share a preview"
      onClose={onClose}
      footer={<ToolButton onClick={onClose}>Close</ToolButton>}
    >
      <Content editing={editing} id={id} />
    </Dialog>
  )
}

type Made = { id: number; address: string }

function Content({ editing, id }: { editing: PostEditing; id: number }) {
  const queryClient = useQueryClient()
  const query = previewLinksQuery(id)
  const links = useQuery(query)
  const [days, setDays] = useState<PreviewLinkInput['days']>(7)
  const [made, setMade] = useState<Made>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const run = async (act: () => Promise<void>) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await act()
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    } catch (cause) {
      setError(messageOf(cause))
    } finally {
      setIsBusy(false)
    }
  }
  const create = () =>
    run(async () => {
      // The link shows what is in the editor now.
      if ((await editing.flush()) === undefined) throw new Error(adminMessages.previewFailed.description)
      const link = await addPreviewLink(id, days)
      setMade({ id: link.id, address: `${window.location.origin}/shared-preview/${link.token}` })
    })
  const withdraw = (link: PreviewLink) =>
    run(async () => {
      await withdrawPreviewLink(id, link.id)
      if (made?.id === link.id) setMade(undefined)
    })

  return (
    <div className="space-y-4 text-[0.9375rem]">
      <p>Whoever has the link sees the post as it is written, published or not. Search engines do not list it.</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          optional={null}
          label="Works for"
          value={days}
          onChange={(event) => setDays(toDays(event.target.value))}
        >
          <option value={1}>1 day</option>
          <option value={7}>7 days</option>
          <option value={30}>30 days</option>
        </SelectField>
        <ToolButton tone="primary" disabled={isBusy} onClick={() => void create()}>
          Create a link
        </ToolButton>
      </div>
      {error && <StatusMessage tone="error">{error}</StatusMessage>}
      {made && <NewLink address={made.address} />}
      <LoadFailure query={links}>The links could not be loaded.</LoadFailure>
      {links.isPending && <Skeleton className="h-16 w-full" />}
      {links.data && <LinkList links={links.data} isBusy={isBusy} onWithdraw={(link) => void withdraw(link)} />}
    </div>
  )
}

function NewLink({ address }: { address: string }) {
  return (
    <div role="status" className="rounded-card border border-good/40 bg-good-pale p-3 text-sm">
      <p className="font-semibold">The link is shown only now:</p>
      <p className="mt-1 wrap-anywhere select-all">{address}</p>
      <ToolButton className="mt-2" onClick={() => void copyText(address, adminMessages.previewLinkCopied).then(toast)}>
        Copy link
      </ToolButton>
    </div>
  )
}

type LinkListProps = { links: PreviewLink[]; isBusy: boolean; onWithdraw: (link: PreviewLink) => void }

function LinkList({ links, isBusy, onWithdraw }: LinkListProps) {
  const dates = useDates()
  if (links.length === 0) return <p className="text-sm text-ink-soft">No link works at the moment.</p>
  return (
    <ul aria-label="Links that work" className="divide-y divide-line border-y border-line text-sm">
      {links.map((link) => (
        <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span>
            Made {dates.timeOrMoment(link.createdAt)}, works until {dates.moment(link.expiresAt)}
          </span>
          <ToolButton tone="danger" disabled={isBusy} onClick={() => onWithdraw(link)}>
            Withdraw
          </ToolButton>
        </li>
      ))}
    </ul>
  )
}

const toDays = (value: string) => ([1, 7, 30] as const).find((days) => String(days) === value) ?? 7
