import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { isPictureUrl, toSecureUrl } from '../../../contract/platform/urls.ts'

type ImageFrameProps = { address: string; className?: string }

/** An image in a frame of fixed size, with a placeholder if it cannot be loaded. */
export function ImageFrame({ address, className = 'aspect-video rounded-lg' }: ImageFrameProps) {
  const [failed, setFailed] = useState<string>()
  const isShown = isPictureUrl(address) && failed !== address
  return (
    <div className={`grid place-items-center overflow-hidden border border-line bg-cream ${className}`}>
      {isShown ? (
        <img src={toSecureUrl(address)} alt="" onError={() => setFailed(address)} className="size-full object-cover" />
      ) : (
        <span className="flex flex-col items-center gap-2 p-3 text-center text-sm text-ink-faint">
          <ImageOff aria-hidden="true" strokeWidth={1.5} className="size-7" />
          {address ? 'There is no image at this address' : 'No image yet'}
        </span>
      )}
    </div>
  )
}
