import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { ToolButton } from '../../kit/tool-button.tsx'
import { picturesIn } from './uploads.ts'

type UploadButtonProps = { isMultiple: boolean; onChoose: (files: File[]) => void }

/** Chooses pictures of the device. */
export function UploadButton({ isMultiple, onChoose }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        From this device
      </ToolButton>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple={isMultiple}
        hidden
        aria-label="Pictures from this device"
        onChange={({ target }) => {
          const files = picturesIn(target.files ?? undefined)
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}
