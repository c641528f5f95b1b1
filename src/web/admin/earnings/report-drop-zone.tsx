import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { REPORT_BYTES_MAX } from '../../../contract/shop/earning-imports.ts'
import { uploadReport } from '../../data/owner/earnings.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { messageOf } from '../kit/server-errors.ts'

const reasons: Record<string, string> = {
  'file-too-large': 'Please choose a file of at most 50 MB.',
  'file-too-small': 'The file is empty.',
  'too-many-files': 'Please choose one file.',
}

/** Sends the report of a network: dropped or chosen. */
export function ReportDropZone({ onUploaded }: { onUploaded: (id: number) => void }) {
  const [part, setPart] = useState<number>()
  const [error, setError] = useState<string>()
  const isUploading = part !== undefined

  const send = async (file: File) => {
    setError(undefined)
    setPart(0)
    try {
      onUploaded((await uploadReport(file, setPart)).id)
    } catch (reason) {
      setError(messageOf(reason))
      setPart(undefined)
    }
  }

  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    multiple: false,
    minSize: 1,
    maxSize: REPORT_BYTES_MAX,
    noClick: isUploading,
    noDrag: isUploading,
    onDrop: (files: File[], rejected: FileRejection[]) => {
      const code = rejected[0]?.errors[0]?.code
      if (code) setError(reasons[code] ?? 'This file cannot be imported.')
      else if (files[0]) void send(files[0])
    },
  })

  return (
    <div className="space-y-4">
      <input {...getInputProps({ 'aria-label': 'Report file' })} />
      <div
        {...getRootProps({ role: 'button', 'aria-disabled': isUploading })}
        className={`flex min-h-40 cursor-pointer items-center justify-center gap-4 rounded-card border-2 border-dashed px-4 py-6 transition-colors ${
          isDragActive
            ? 'border-accent-deep bg-cream'
            : 'border-edge bg-white hover:border-accent-deep hover:bg-cream/50'
        }`}
      >
        <FileSpreadsheet aria-hidden="true" strokeWidth={1.5} className="size-9 shrink-0 text-accent-deep" />
        <div className="min-w-0">
          <p className="font-semibold">
            {isUploading ? 'Uploading the report...' : 'Drop a report here, or choose a file'}
          </p>
          <p className="mt-0.5 text-sm text-ink-soft">CSV, TSV, XLSX or Amazon’s ZIP, at most 50 MB</p>
        </div>
      </div>
      {isUploading && <progress aria-label="Upload" className="h-2 w-full accent-accent-deep" value={part} max={1} />}
      {error && <StatusMessage tone="error">{error}</StatusMessage>}
      <p className="text-sm text-ink-soft">
        Reports of Amazon Associates, Awin, CJ, Impact, Rakuten, ShareASale, Skimlinks and Sovrn are recognised by their
        columns. For any other table you say once what its columns hold. Nothing is written before you confirm it.
      </p>
    </div>
  )
}
