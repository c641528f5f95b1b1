import { Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { ToolButton } from '../../kit/tool-button.tsx'
import { picturesIn } from './uploads.ts'

type UploadButtonProps = ComponentProps<typeof ToolButton> & { isMultiple: boolean; onFiles: (files: File[]) => void }

/** Chooses pictures of the device. */
export function UploadButton({ isMultiple, onFiles, ...rest }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton {...rest} onClick={() => input.current?.click()}>
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
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
