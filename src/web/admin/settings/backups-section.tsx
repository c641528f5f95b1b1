import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ShieldCheck, Terminal, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  BACKUP_PLACEHOLDER,
  type Backup,
  type BackupKind,
  type BackupList,
  type BackupProgress,
  backupsBefore,
} from '../../../contract/platform/backups.ts'
import { submission } from '../../data/mutations.ts'
import { backupHref, backupsQuery, useBeginBackup, useDeleteBackup } from '../../data/owner/backups.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { GuardedDownload } from '../kit/guarded-download.tsx'
import { inBytes } from '../kit/in-bytes.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { ProgressBox } from '../kit/progress-box.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { RestoreCommandDialog } from './restore-command-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { RestoreOutcome } from './restore-progress.tsx'
import { UploadButton, UploadProgress, useBackupUpload } from './upload-backup.tsx'

/** The backups, with buttons that make, upload and restore one. */
export function BackupsSection() {
  const list = useQuery(backupsQuery())
  const [toRestore, setToRestore] = useState<Backup>()
  const upload = useBackupUpload(setToRestore)
  useOutcome(list.data)
  return (
    <Panel
      title="Backups"
      description={
        list.data?.place
          ? `The whole site in one file, made each night and kept in ${list.data.place}.`
          : 'The whole site in one file in the data folder, made each night. Keep a copy somewhere else.'
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <UploadButton upload={upload} />
          <BackUpButton isRunning={Boolean(list.data?.running)} />
        </div>
      }
    >
      {list.isPending && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading the backups…</span>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
      <LoadFailure query={list}>The backups could not be loaded.</LoadFailure>
      <UploadProgress upload={upload} />
      {list.data && <Backups list={list.data} onRestore={setToRestore} />}
      <p className="mt-5 text-sm text-ink-soft">
        Sign-ins and the second factor are left out of backups. Upload only a file that you trust: it becomes the whole
        site.
      </p>
      {toRestore && <RestoreDialog backup={toRestore} onClose={() => setToRestore(undefined)} />}
    </Panel>
  )
}

function BackUpButton({ isRunning }: { isRunning: boolean }) {
  const begin = useBeginBackup()
  const queryClient = useQueryClient()
  const handleClick = () =>
    begin.mutate(submission({}), {
      onSuccess: (list) => queryClient.setQueryData(backupsQuery().queryKey, list),
      onError: (error) => toast(adminMessages.backupFailed(messageOf(error))),
    })
  // Not `disabled`, so that the button keeps the focus.
  const isBusy = isRunning || begin.isPending
  return (
    <ToolButton tone="primary" aria-disabled={isBusy} onClick={isBusy ? undefined : handleClick}>
      {isBusy ? 'Backing up...' : 'Back up now'}
    </ToolButton>
  )
}

type BackupsProps = { list: BackupList; onRestore: (backup: Backup) => void }

function Backups({ list, onRestore }: BackupsProps) {
  const { backups, running, lastError, lastErasure, restore } = list
  const old = backupsBefore(lastErasure, backups)
  return (
    <>
      {restore && <RestoreOutcome restore={restore} />}
      {running && <ProgressBox label={steps[running.step]} part={running.part} />}
      {lastError && !running && (
        <StatusMessage tone="error" className="mb-4">
          The last backup failed: {lastError}
        </StatusMessage>
      )}
      {old.length > 0 && (
        <StatusMessage className="mb-4">
          {old.length === 1 ? '1 backup is' : `${old.length} backups are`} older than the last erasure and may hold
          people who were erased since. Delete what you do not need; a restore erases them again.
        </StatusMessage>
      )}
      {backups.length === 0 && !running ? (
        <p className="rounded-card border border-dashed border-ink-faint/40 px-6 py-10 text-center text-ink-soft">
          No backup yet. The first one takes a moment.
        </p>
      ) : (
        <ul aria-label="Backups" className="divide-y divide-line border-y border-line empty:border-0">
          {backups.map((backup) => (
            <BackupRow
              key={backup.name}
              backup={backup}
              isOld={old.includes(backup)}
              command={list.restoreCommand.replaceAll(BACKUP_PLACEHOLDER, backup.name)}
              onRestore={restore?.state === 'running' ? undefined : () => onRestore(backup)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const kinds: Record<BackupKind, string> = {
  manual: 'Made by hand',
  nightly: 'Made at night',
  upgrade: 'Made before an upgrade',
  restore: 'Made before a restore',
  upload: 'Uploaded',
}

const steps: Record<BackupProgress['step'], string> = {
  reading: 'Reading the database',
  packing: 'Packing',
  checking: 'Reading it back',
}

type BackupRowProps = {
  backup: Backup
  isOld: boolean
  /** Restores it on the server. */
  command: string
  /** Absent while another one is restored. */
  onRestore: (() => void) | undefined
}

function BackupRow({ backup, isOld, command, onRestore }: BackupRowProps) {
  const { moment } = useDates()
  const [showsCommand, setShowsCommand] = useState(false)
  const made = moment(backup.createdAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 lg:flex-nowrap">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <time dateTime={backup.createdAt}>{made}</time>
          <StatusBadge tone="good">
            <ShieldCheck aria-hidden="true" className="mr-1 size-3.5" />
            Verified
          </StatusBadge>
          {isOld && <StatusBadge tone="waiting">Before the last erasure</StatusBadge>}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">
          {backup.restoreOf ? `Before the restore of ${moment(backup.restoreOf)}` : kinds[backup.kind]} ·{' '}
          {inBytes(backup.size)} · {counted(backup.rows, 'row')} · {counted(backup.files, 'image')}
        </p>
      </div>
      <div className="flex shrink-0 gap-1">
        <ToolButton aria-disabled={!onRestore} onClick={onRestore}>
          Restore<span className="sr-only"> the backup of {made}</span>
        </ToolButton>
        <GuardedDownload href={backupHref(backup.name)}>
          <Download aria-hidden="true" className="size-4 max-sm:hidden" />
          Download<span className="sr-only"> the backup of {made}</span>
        </GuardedDownload>
        <IconButton label={`Restore command for the backup of ${made}`} onClick={() => setShowsCommand(true)}>
          <Terminal aria-hidden="true" className="size-4" />
        </IconButton>
        <DeleteButton backup={backup} made={made} />
      </div>
      {showsCommand && <RestoreCommandDialog {...{ command, made }} onClose={() => setShowsCommand(false)} />}
    </li>
  )
}

function DeleteButton({ backup, made }: { backup: Backup; made: string }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useDeleteBackup()
  const handleConfirm = () =>
    deletion.mutate(submission({ params: { name: backup.name } }), {
      onSuccess: () => {
        setIsConfirming(false)
        toast(adminMessages.backupDeleted)
      },
    })
  return (
    <>
      <IconButton danger label={`Delete the backup of ${made}`} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Delete this backup?"
        confirmLabel="Delete"
        isBusy={deletion.isPending}
        error={deletion.error?.message}
        onConfirm={handleConfirm}
        onClose={() => setIsConfirming(false)}
      >
        <p>The backup of {made} is deleted for good. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

/** Shows a toast when a running backup ends. */
function useOutcome(list: BackupList | undefined): void {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (!list) return
    if (wasRunning.current && !list.running)
      toast(list.lastError ? adminMessages.backupFailed(list.lastError) : adminMessages.backupMade)
    wasRunning.current = list.running !== null
  }, [list])
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
