import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useReplaceFile, useUndoReplacement } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { undoToast } from '../kit/undo-toast.ts'
import { useDates } from '../kit/use-dates.ts'
import { chooseFiles } from '../upload/choose-files.ts'
import { prepareFile } from '../upload/prepare-file.ts'

/** Replaces the file of an image everywhere it is used, and brings the earlier one back. */
export function ReplaceFile({ image }: { image: OwnerImage }) {
  const [file, setFile] = useState<File>()
  const { problem, isReplacing, isBusy, replace, bringBack } = useReplacement(image.id)
  const dates = useDates()
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <ToolButton disabled={isBusy} onClick={() => chooseFiles({ multiple: false }, ([first]) => setFile(first))}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {isReplacing ? 'Replacing…' : 'Replace file'}
        </ToolButton>
        {image.replacedAt && (
          <ToolButton tone="quiet" disabled={isBusy} onClick={() => void bringBack()}>
            Undo replacement
          </ToolButton>
        )}
      </div>
      {image.replacedAt && (
        <p className="mt-1 text-sm text-ink-soft">
          Replaced on {dates.moment(image.replacedAt)}. The earlier file is kept for 30 days.
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-1 text-sm font-medium text-alert-deep">
          {problem}
        </p>
      )}
      <ConfirmDialog
        isOpen={file !== undefined}
        title="Replace this file everywhere?"
        confirmLabel="Replace"
        isDangerous={false}
        isBusy={isBusy}
        onConfirm={() => file && void replace(file).finally(() => setFile(undefined))}
        onClose={() => setFile(undefined)}
      >
        <p className="wrap-anywhere">
          Every post, product and page that shows this image will show <strong>{file?.name}</strong> instead. You can
          undo it.
        </p>
      </ConfirmDialog>
    </div>
  )
}

/** Replaces the file of an image, and undoes that. */
function useReplacement(id: number) {
  const [problem, setProblem] = useState<string>()
  const abort = useRef(new AbortController())
  const replacement = useReplaceFile(id)
  const undo = useUndoReplacement()
  const isBusy = replacement.isPending || undo.isPending

  const bringBack = () =>
    undo.mutateAsync(submission({ params: { id } })).then(
      () => toast(adminMessages.fileRestored),
      (error: Error) => setProblem(messageOf(error)),
    )
  const replace = async (chosen: File) => {
    try {
      setProblem(undefined)
      const prepared = await prepareFile(chosen, abort.current.signal)
      await replacement.mutateAsync(submission(prepared))
      undoToast(adminMessages.fileReplaced, () => void bringBack())
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return { problem, isReplacing: replacement.isPending, isBusy, replace, bringBack }
}
