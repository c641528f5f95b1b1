import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { imageUsesQuery } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { controlClass } from '../kit/form-fields.tsx'
import { IconButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { sizeOf, typeOf } from './image-labels.ts'
import { ImageUses } from './image-uses.tsx'

/** The file, uses and URL of an image. */
export function ImageDetails({ image }: { image: OwnerImage }) {
  const dates = useDates()
  const { width, height, widths } = image.picture
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Detail name="File">{image.fileName || 'No name'}</Detail>
        <Detail name="Type">{typeOf(image)}</Detail>
        <Detail name="Dimensions">
          {width.toLocaleString('en-US')} × {height.toLocaleString('en-US')} pixels
        </Detail>
        {image.bytes > 0 && <Detail name="Size">{sizeOf(image.bytes)}</Detail>}
        <Detail name="Uploaded">{dates.moment(image.createdAt)}</Detail>
        <Detail name="Shown as">AVIF and JPEG, {widths.join(', ')} pixels wide</Detail>
        <Detail name="Used in">
          <Uses id={image.id} />
        </Detail>
      </dl>
      <Address url={new URL(image.url, window.location.origin).href} />
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Uses({ id }: { id: number }) {
  const { data, isPending } = useQuery(imageUsesQuery(id))
  if (isPending) return <Skeleton className="h-5 w-32" />
  if (!data) return 'Could not be loaded'
  return data.length > 0 ? <ImageUses uses={data} /> : 'Nothing yet'
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () => {
    field.current?.select()
    // Browsers have no clipboard API over http; the selection can be copied by hand.
    navigator.clipboard?.writeText(url).then(
      () => toast(adminMessages.addressCopied),
      () => {},
    )
  }
  return (
    <div className="flex items-center gap-1">
      <input
        ref={field}
        readOnly
        aria-label="Address"
        value={url}
        onFocus={(event) => event.target.select()}
        className={`${controlClass} min-w-0 grow text-sm`}
      />
      <IconButton label="Copy address" onClick={copy}>
        <Copy aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  )
}
