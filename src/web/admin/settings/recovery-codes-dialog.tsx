import { Copy, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'

/** Shows the codes once, so it closes only with its own button. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [note, setNote] = useState('')
  const text = `Recovery codes for ${window.location.host}. Each works once.\n\n${codes.join('\n')}\n`
  const file = useMemo(() => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, [text])
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => setNote('Copied.'),
          () => setNote('The browser did not allow it. Please select and copy them.'),
        )
      : setNote('Copying needs https. Please select and copy them.')
  return (
    <Dialog
      isOpen
      title="Your recovery codes"
      size="small"
      onClose={() => setNote('Please keep the codes first, then choose “I have kept them”.')}
      footer={
        <ToolButton tone="primary" onClick={onClose}>
          I have kept them
        </ToolButton>
      }
    >
      <div className="space-y-4 text-[0.9375rem]">
        <p>Without your phone, each of these signs you in once. They are not shown again.</p>
        <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-cream px-4 py-3">
          {codes.map((code) => (
            <li key={code} className="font-mono tabular-nums">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <ToolButton onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" />
            Copy
          </ToolButton>
          <DownloadLink href={file} download="recovery-codes.txt">
            <Download aria-hidden="true" className="size-4" />
            Download
          </DownloadLink>
        </div>
        <p role="status" className="min-h-5 text-sm text-ink-soft">
          {note}
        </p>
      </div>
    </Dialog>
  )
}
