import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { isElsewhere } from '../../../contract/content/picture-elsewhere.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { pictureCopies } from './picture-copies.ts'

type CopyPictureButtonProps = { address: string; alt: string; onCopied: (image: OwnerImage) => void }

/** Copies the picture of a field to the library; nothing for one that is on this site. */
export function CopyPictureButton({ address, alt, onCopied }: CopyPictureButtonProps) {
  const src = address.trim()
  usePictureCopies()
  const copy = pictureCopies.find(src)
  const takeCopy = useEffectEvent(onCopied)
  const image = copy?.state === 'done' ? copy.image : undefined
  useEffect(() => {
    if (image) takeCopy(image)
  }, [image])
  if (!isElsewhere(src, location.origin) || image) return null
  const isRunning = copy !== undefined && copy.state !== 'failed'
  return (
    <>
      <ToolButton disabled={isRunning} onClick={() => pictureCopies.copy([{ src, alt }])}>
        {isRunning ? 'Copying to library…' : 'Copy to library'}
      </ToolButton>
      <p role="status" className="w-full text-sm text-ink-soft">
        {copy?.state === 'failed' ? copy.error : 'This picture is on another site, which may remove it.'}
      </p>
    </>
  )
}

/** Renders again after each change of a copy. */
export function usePictureCopies(): void {
  useSyncExternalStore(pictureCopies.subscribe, pictureCopies.version)
}
