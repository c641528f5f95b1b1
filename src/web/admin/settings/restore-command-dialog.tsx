import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

type RestoreCommandDialogProps = { command: string; made: string; onClose: () => void }

/** The lines that restore a backup on the server, for a site that cannot be opened any more. */
export function RestoreCommandDialog({ command, made, onClose }: RestoreCommandDialogProps) {
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(command).then(
          () => setNote('Copied.'),
          () => setNote('The browser did not allow it. Please select and copy it.'),
        )
      : setNote('Copying needs https. Please select and copy it.')
  return (
    <Dialog
      isOpen
      title="Restore on the server"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Close</ToolButton>
          <ToolButton tone="primary" data-autofocus onClick={() => void copy()}>
            {note === 'Copied.' ? (
              <Check aria-hidden="true" className="size-4" />
            ) : (
              <Copy aria-hidden="true" className="size-4" />
            )}
            Copy
          </ToolButton>
        </>
      }
    >
      <div className="space-y-3 text-[0.9375rem]">
        <p>
          Where the admin cannot be reached any more, this restores the backup of {made} on the server. What is there is
          backed up first.
        </p>
        <pre className="rounded-lg border border-line bg-white p-3 font-mono text-sm break-words whitespace-pre-wrap">
          {command}
        </pre>
        {!command.includes('\n') && <p>Stop the site first, and start it again afterwards.</p>}
        {!command.includes(' --env-file ') && (
          <p className="text-sm text-ink-soft">
            Variables that the site got from elsewhere than a file <code>.env</code>, such as <code>DATABASE_URL</code>,
            have to be set for the command too.
          </p>
        )}
        <p role="status" className="text-sm font-semibold empty:hidden">
          {note}
        </p>
      </div>
    </Dialog>
  )
}
