import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Backup, BackupContent, ContentCounts } from '../../../contract/platform/backups.ts'
import { submission } from '../../data/mutations.ts'
import { backupContentQuery, backupsQuery, useBeginRestore } from '../../data/owner/backups.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'

/** It is typed to confirm. */
const WORD = 'restore'

/** Shows what a backup holds and what its restore takes away, and begins it once that is confirmed. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const formId = useId()
  const { moment } = useDates()
  const queryClient = useQueryClient()
  const content = useQuery(backupContentQuery(backup.name))
  const restore = useBeginRestore()
  const [typed, setTyped] = useState('')
  const isReady = content.data !== undefined && typed.trim().toLowerCase() === WORD && !restore.isPending
  const handleSubmit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    restore.mutate(submission({ params: { name: backup.name } }), {
      onSuccess: (list) => {
        queryClient.setQueryData(backupsQuery().queryKey, list)
        onClose()
      },
    })
  }
  return (
    <Dialog
      isOpen
      title="Restore this backup?"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="danger" aria-disabled={!isReady}>
            Restore
          </ToolButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="space-y-4 text-[0.9375rem]">
        <p>
          The whole site becomes what it was on <strong>{moment(backup.createdAt)}</strong>: texts, products, readers,
          settings and your account.
        </p>
        {content.isPending && (
          <div role="status">
            <span className="sr-only">Reading the backup…</span>
            <Skeleton className="h-36 w-full" />
          </div>
        )}
        {content.error && <StatusMessage tone="error">{messageOf(content.error)}</StatusMessage>}
        {content.data && <Comparison content={content.data} />}
        <ul className="list-disc space-y-1 pl-5">
          <li>
            The present state is made a backup first. It is listed as “Before the restore of {moment(backup.createdAt)}
            ”: restore that one to come back.
          </li>
          <li>
            Readers see the site meanwhile. While the present state is backed up and replaced nothing can be saved:
            seconds, or minutes where there are many images.
          </li>
          <li>
            You are signed out. Sign in with the username and password of that time, and set two-step verification up
            again.
          </li>
          <li>People who were erased since are erased again, and no newsletter is sent by itself.</li>
        </ul>
        <TextField
          optional={false}
          label={`Type “${WORD}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {restore.error && <StatusMessage tone="error">{messageOf(restore.error)}</StatusMessage>}
      </form>
    </Dialog>
  )
}

const nouns: Record<keyof ContentCounts, string> = {
  posts: 'Posts',
  products: 'Products',
  subscribers: 'Readers',
  contacts: 'Messages',
}

function Comparison({ content }: { content: BackupContent }) {
  const { holds, now, added, changedPosts, images, isOlder } = content
  const keys = Object.keys(nouns) as (keyof ContentCounts)[]
  const number = (count: number) => count.toLocaleString('en-US')
  return (
    <>
      <table className="w-full text-left">
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-1 font-semibold">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1 pl-3 text-right align-bottom font-semibold">
              In the backup
            </th>
            <th scope="col" className="py-1 pl-3 text-right align-bottom font-semibold">
              Now
            </th>
            <th scope="col" className="py-1 pl-3 text-right align-bottom font-semibold">
              Added since
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row" className="py-1.5 font-semibold">
                {nouns[key]}
              </th>
              <td className="py-1.5 pl-3 text-right tabular-nums">{number(holds[key])}</td>
              <td className="py-1.5 pl-3 text-right tabular-nums">{number(now[key])}</td>
              <td
                className={`py-1.5 pl-3 text-right tabular-nums ${added[key] > 0 ? 'font-semibold text-alert-deep' : ''}`}
              >
                {number(added[key])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        Verified: every file of it has its checksum. {number(images)} {images === 1 ? 'image' : 'images'}.
        {changedPosts === 1 && ' 1 post that was changed since becomes as before.'}
        {changedPosts > 1 && ` ${number(changedPosts)} posts that were changed since become as before.`}
        {isOlder && ' It is of an older version of the program and is brought up to date.'}
      </p>
    </>
  )
}
