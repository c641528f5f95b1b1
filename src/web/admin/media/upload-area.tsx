import { ImageUp } from 'lucide-react'
import { useDropzone } from 'react-dropzone'
import { type OwnerImage, UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../../contract/images.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useUpload } from './use-upload.ts'

const accept = {
  'image/jpeg': ['.jpeg', '.jpg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
}

/** Takes one image by drag and drop, by a click or tap, or from the keyboard. */
export function UploadArea({ onUploaded }: { onUploaded: (image: OwnerImage) => void }) {
  const { progress, error, upload } = useUpload(onUploaded)
  const isBusy = progress !== undefined
  const { getRootProps, getInputProps, isDragActive, fileRejections } = useDropzone({
    accept,
    multiple: false,
    maxFiles: 1,
    minSize: UPLOAD_BYTES_MIN,
    maxSize: UPLOAD_BYTES_MAX,
    disabled: isBusy,
    // The button inside is for the keyboard; a click on it, or beside it, opens the choice of files.
    noKeyboard: true,
    onDropAccepted: ([file]) => file && upload(file),
  })
  const rejections = [...new Set(fileRejections.flatMap(({ errors }) => errors.map(({ message }) => message)))]
  const reasons = rejections.length > 0 ? rejections : error ? [error] : []
  return (
    <div>
      <div
        {...getRootProps({ role: 'presentation', 'aria-disabled': undefined })}
        className={`grid min-h-36 cursor-pointer place-items-center rounded-card border-2 border-dashed px-6 py-6 text-center transition-colors ${isDragActive ? 'border-accent-deep bg-cream' : 'border-ink-faint/50 bg-white hover:border-accent-deep hover:bg-cream'}`}
      >
        <input {...getInputProps({ 'aria-label': 'Image file', tabIndex: -1 })} />
        {isBusy ? (
          <Progress value={progress} />
        ) : (
          <div>
            <ImageUp aria-hidden="true" className="mx-auto mb-2 size-7 text-accent-deep" />
            <p className="font-semibold">{isDragActive ? 'Drop the image here' : 'Drag an image here'}</p>
            <ToolButton className="my-2">Choose an image</ToolButton>
            <p className="mt-1 text-sm text-ink-soft">Supports JPG, PNG, GIF (max 5MB)</p>
          </div>
        )}
      </div>
      {reasons.length > 0 && !isBusy && (
        <ul role="alert" className="mt-2 space-y-1 text-sm font-medium text-alert-deep">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Progress({ value }: { value: number }) {
  return (
    <div className="w-full max-w-sm">
      <p className="mb-2 font-semibold">{value === 100 ? 'Uploaded' : 'Uploading...'}</p>
      <progress aria-label="Upload" value={value} max={100} className="h-2.5 w-full accent-accent-deep" />
    </div>
  )
}
