import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { imageUsesQuery } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { IconButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { ImageUses } from './image-uses.tsx'
import { sizeOf, typeOf } from './image-words.ts'

/** What an image is, where it is shown, and its address. */
export function ImageFacts({ image }: { image: OwnerImage }) {
  const dates = useDates()
  const { width, height, widths } = image.picture
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name="File">{image.fileName || 'No name'}</Fact>
        <Fact name="Type">{typeOf(image)}</Fact>
        <Fact name="Dimensions">
          {width.toLocaleString('en-US')} × {height.toLocaleString('en-US')} pixels
        </Fact>
        {image.bytes > 0 && <Fact name="Size">{sizeOf(image.bytes)}</Fact>}
        <Fact name="Uploaded">{dates.moment(image.createdAt)}</Fact>
        <Fact name="Shown as">AVIF, WebP and JPEG, {widths.join(', ')} pixels wide</Fact>
        <Fact name="Used in">
          <Uses id={image.id} />
        </Fact>
      </dl>
      <Address url={new URL(image.url, window.location.origin).href} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Uses({ id }: { id: number }) {
  const { data, isPending, isError } = useQuery(imageUsesQuery(id))
  if (isPending) return <Skeleton className="h-5 w-32" />
  if (isError) return 'Could not be loaded'
  return data.length > 0 ? <ImageUses uses={data} /> : 'Nothing yet'
}

function Address({ url }: { url: string }) {
  const copy = (field: HTMLInputElement | null) => {
    field?.select()
    // Without https the browser gives no clipboard; what is selected can be copied by hand.
    navigator.clipboard?.writeText(url).then(
      () => toast(ownerCopy.addressCopied),
      () => {},
    )
  }
  return (
    <div className="flex items-center gap-1">
      <input
        readOnly
        aria-label="Address"
        value={url}
        onFocus={(event) => event.target.select()}
        className={`${controlClass} min-w-0 grow text-sm`}
      />
      <IconButton
        label="Copy address"
        onClick={(event) => copy(event.currentTarget.parentElement!.querySelector('input'))}
      >
        <Copy aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  )
}
