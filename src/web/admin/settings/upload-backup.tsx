import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import type { Backup } from '../../../contract/platform/backups.ts'
import { backupsQuery, uploadBackup } from '../../data/owner/backups.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ProgressBox } from '../kit/progress-box.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

export type BackupUpload = ReturnType<typeof useBackupUpload>

/** Uploads a backup that the owner chooses; `onDone` gets it once it is verified and listed. */
export function useBackupUpload(onDone: (backup: Backup) => void) {
  const queryClient = useQueryClient()
  const [part, setPart] = useState<number>()
  const [error, setError] = useState<string>()
  const aborting = useRef<AbortController>(undefined)
  const start = async (file: File) => {
    aborting.current = new AbortController()
    const { signal } = aborting.current
    setError(undefined)
    setPart(0)
    try {
      const backup = await uploadBackup(file, { onProgress: setPart, signal })
      await queryClient.invalidateQueries({ queryKey: backupsQuery().queryKey })
      onDone(backup)
    } catch (failure) {
      if (!signal.aborted) setError(messageOf(failure))
    } finally {
      setPart(undefined)
    }
  }
  return { part, error, start, cancel: () => aborting.current?.abort(new Error('The upload was stopped')) }
}

export function UploadButton({ upload }: { upload: BackupUpload }) {
  const input = useRef<HTMLInputElement>(null)
  const isBusy = upload.part !== undefined
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file) void upload.start(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".gz,.tgz,.tar,application/gzip"
        aria-label="Backup file"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <ToolButton aria-disabled={isBusy} onClick={isBusy ? undefined : () => input.current?.click()}>
        Upload a backup
      </ToolButton>
    </>
  )
}

export function UploadProgress({ upload: { part, error, cancel } }: { upload: BackupUpload }) {
  if (error)
    return (
      <StatusMessage tone="error" className="mb-4">
        The backup could not be uploaded: {error}
      </StatusMessage>
    )
  if (part === undefined) return null
  const label = part < 1 ? 'Uploading the backup' : 'Checking the backup'
  return (
    <ProgressBox label={label} part={part < 1 ? part : undefined}>
      Keep this page open.
      {part < 1 && <ToolButton onClick={cancel}>Stop</ToolButton>}
    </ProgressBox>
  )
}
