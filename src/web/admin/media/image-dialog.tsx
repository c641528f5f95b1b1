import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { submission } from '../../data/mutations.ts'
import { imageUsesQuery, useDescribeImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { Picture } from '../../ui/picture.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextAreaField } from '../kit/form-fields.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { sentenceOf } from '../kit/refusals.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { ImageUses } from './image-uses.tsx'

type ImageDialogProps = {
  image: OwnerImage
  /** It was uploaded just now: what it shows is asked for. */
  isNew: boolean
  onDelete: () => void
  onClose: () => void
}

/** One image: what it shows, where it stands, what it is made of. */
export function ImageDialog({ image, isNew, onDelete, onClose }: ImageDialogProps) {
  const describe = useDescribeImage()
  const [altText, setAltText] = useState(image.altText)
  const isChanged = altText.trim() !== image.altText
  const save = () => {
    if (!isChanged) return onClose()
    describe.mutate(submission({ id: image.id, altText }), {
      onSuccess: () => {
        onClose()
        toast(ownerCopy.imageDescribed)
      },
    })
  }
  return (
    <Dialog
      isOpen
      title={isNew ? 'Describe this image' : 'Image'}
      size="large"
      onClose={onClose}
      footer={
        <>
          <ToolButton tone="danger" className="mr-auto" onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete
          </ToolButton>
          <ToolButton onClick={onClose}>{isNew ? 'Later' : 'Close'}</ToolButton>
          <ToolButton tone="primary" disabled={describe.isPending} onClick={save}>
            {describe.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Picture
          picture={image.picture}
          alt={image.altText}
          sizes="(min-width: 48rem) 560px, 90vw"
          className="aspect-4/3 rounded-lg border border-line"
        />
        <div className="min-w-0 space-y-5">
          <TextAreaField
            label="Alt text"
            autoFocus={isNew}
            rows={3}
            maxLength={500}
            value={altText}
            hint="Describe this image for readers who cannot see it."
            error={describe.error ? sentenceOf(describe.error) : undefined}
            onChange={(event) => setAltText(event.target.value)}
          />
          <Facts image={image} />
          <Uses id={image.id} />
        </div>
      </div>
    </Dialog>
  )
}

function Facts({ image }: { image: OwnerImage }) {
  const dates = useDates()
  const { picture, format, bytes } = image
  const copyAddress = () =>
    navigator.clipboard.writeText(image.url).then(
      () => toast(ownerCopy.addressCopied),
      () => toast(ownerCopy.actionFailed('This browser does not let the page copy. Please select the address.')),
    )
  return (
    <div className="space-y-1 text-sm text-ink-soft">
      <p className="wrap-anywhere">
        <strong className="text-ink">{image.fileName}</strong>
      </p>
      <p>
        {picture.width} × {picture.height} px, {format.toUpperCase()}
        {image.isAnimated && ', animated'}
        {bytes > 0 && `, ${(bytes / 1024).toLocaleString('en-US', { maximumFractionDigits: 0 })} kB`}
      </p>
      <p>Uploaded {dates.moment(image.createdAt)}</p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="wrap-anywhere">{image.url}</code>
        <ToolButton tone="quiet" onClick={() => void copyAddress()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy address
        </ToolButton>
      </p>
    </div>
  )
}

function Uses({ id }: { id: number }) {
  const { data: uses } = useQuery(imageUsesQuery(id))
  if (!uses) return null
  return (
    <div className="text-sm">
      <h3 className="text-base">Where it is used</h3>
      {uses.length === 0 ? <p className="mt-1 text-ink-soft">Nowhere yet.</p> : <ImageUses uses={uses} />}
    </div>
  )
}
