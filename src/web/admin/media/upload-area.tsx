import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type FileError, type FileRejection, useDropzone } from 'react-dropzone'
import { type OwnerImage, UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../../contract/content/images.ts'
import { submission } from '../../data/mutations.ts'
import { useUploadImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'

const accept = {
  'image/jpeg': ['.jpeg', '.jpg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
}

type UploadAreaProps = { onUploaded: (image: OwnerImage) => void; className?: string }

/** Uploads one image: dropped, pasted or chosen. */
export function UploadArea({ onUploaded, className = '' }: UploadAreaProps) {
  const upload = useUpload(onUploaded)
  const [rejections, setRejections] = useState<string[]>([])
  const isUploading = upload.progress !== undefined
  const { getRootProps, getInputProps, isDragActive, isDragReject } = useDropzone({
    accept,
    multiple: false,
    minSize: UPLOAD_BYTES_MIN,
    maxSize: UPLOAD_BYTES_MAX,
    noClick: isUploading,
    noDrag: isUploading,
    noPaste: isUploading,
    getErrorMessage: inBytes,
    onDrop: (files: File[], rejected: FileRejection[]) => {
      if (isUploading) return
      setRejections(reasonsOf(rejected))
      upload.clearError()
      // Several files are rejected: it is unknown which one was meant.
      if (files[0] && rejected.length === 0) upload.start(files[0])
    },
  })
  const reasons = upload.error ? [...rejections, upload.error] : rejections

  return (
    <div className={className}>
      <div className="relative">
        <input {...getInputProps({ 'aria-label': 'Image file' })} />
        <div
          {...getRootProps({
            role: 'button',
            'aria-disabled': isUploading,
          })}
          className={`flex min-h-16 cursor-pointer items-center justify-center gap-3 rounded-card border-2 border-dashed px-3 py-1.5 md:min-h-32 md:gap-4 md:px-4 md:py-5 transition-colors ${
            isDragReject
              ? 'border-alert-deep bg-alert/10'
              : isDragActive
                ? 'border-accent-deep bg-cream'
                : 'border-edge bg-white hover:border-accent-deep hover:bg-cream/50'
          }`}
        >
          <ImageUp aria-hidden="true" strokeWidth={1.5} className="size-6 shrink-0 text-accent-deep md:size-9" />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere max-md:text-sm">
              <span className="sr-only">Upload an image. </span>
              {isUploading ? `Uploading ${upload.fileName}…` : <Invitation isDragActive={isDragActive} />}
            </p>
            <p className="text-xs text-ink-soft md:mt-0.5 md:text-sm">Supports JPG, PNG, GIF (max 5MB)</p>
          </div>
        </div>
        {upload.progress !== undefined && <ProgressBar value={upload.progress} />}
      </div>
      <Reasons reasons={reasons} />
    </div>
  )
}

/** Why a file was not uploaded. */
function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <div role="alert">
      {reasons.map((reason) => (
        <p
          key={reason}
          className="mt-2 rounded-lg border-l-4 border-alert bg-alert/10 px-4 py-2.5 text-sm text-alert-deep wrap-anywhere"
        >
          {reason}
        </p>
      ))}
    </div>
  )
}

function Invitation({ isDragActive }: { isDragActive: boolean }) {
  if (isDragActive) return 'Drop it here'
  const choose = 'text-accent-darker underline underline-offset-4'
  return (
    <>
      <span className="pointer-coarse:hidden">
        Drop an image here, or <span className={choose}>choose a file</span>
      </span>
      <span className={`hidden pointer-coarse:inline ${choose}`}>Choose a file</span>
    </>
  )
}

function ProgressBar({ value }: { value: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Upload"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className="absolute inset-x-4 bottom-3 h-1.5 overflow-hidden rounded-full bg-sand"
    >
      <div
        className="h-full rounded-full bg-accent-deep transition-[width] duration-100 motion-reduce:transition-none"
        style={{ width: `${value}%` }}
      />
    </div>
  )
}

/** Deduplicated messages. */
function reasonsOf(rejected: FileRejection[]): string[] {
  return [...new Set(rejected.flatMap(({ errors }) => errors.map(({ message }) => message)))]
}

/** The limits in bytes, as specified, instead of the library's '5 MB', and where a HEIC picture is taken. */
function inBytes({ code, message }: FileError, file: File): string {
  if (code === 'file-too-large') return `File is larger than ${UPLOAD_BYTES_MAX} bytes`
  if (code === 'file-too-small') return `File is smaller than ${UPLOAD_BYTES_MIN} bytes`
  const isHeic = /\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type)
  return isHeic && code === 'file-invalid-type' ? `${message}. “Upload many” takes HEIC pictures.` : message
}

const STEP = 5
const STEP_MS = 100
/** The estimated progress stops here until the response. */
const GUESSED_MAX = 90
/** How long the full bar is shown. */
const FULL_MS = 400

type Upload = {
  /** From 0 to 100; undefined while idle. */
  progress: number | undefined
  fileName: string
  /** The error of the last upload. */
  error: string | undefined
  start: (file: File) => void
  clearError: () => void
}

function useUpload(onUploaded: (image: OwnerImage) => void): Upload {
  const upload = useUploadImage()
  const [progress, setProgress] = useState<number>()
  const [fileName, setFileName] = useState('')
  const [error, setError] = useState<string>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  const start = (file: File) => {
    setError(undefined)
    setFileName(file.name)
    setProgress(0)
    timer.current = setInterval(() => setProgress((before = 0) => Math.min(GUESSED_MAX, before + STEP)), STEP_MS)
    // A promise, so that the toast is shown even if the tab was left meanwhile.
    upload.mutateAsync(submission(file)).then(
      (image) => {
        clearInterval(timer.current)
        setProgress(100)
        timer.current = setTimeout(() => setProgress(undefined), FULL_MS)
        toast(adminMessages.imageUploaded)
        onUploaded(image)
      },
      (reason: Error) => {
        clearInterval(timer.current)
        setProgress(undefined)
        setError(messageOf(reason))
        toast(adminMessages.uploadFailed)
      },
    )
  }
  return { progress, fileName, error, start, clearError: () => setError(undefined) }
}
