import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { ALT_TEXT_MAX, type OwnerImage } from '../../../contract/content/images.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import { submission } from '../../data/mutations.ts'
import { readImagesToDescribe, useSaveImage } from '../../data/owner/images.ts'
import { useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { SelectField, TextAreaField } from '../kit/form-fields.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { LargeImage } from './large-image.tsx'

/** One image after the other with its alt text, which is saved as one goes on. */
export function DescribeImages() {
  const { query, navigate } = useRouter()
  const isUndescribed = query.get('show') !== 'all'
  return (
    <>
      <TabHeader title="Describe images" description="For readers who cannot see them, and for search engines.">
        <SelectField
          optional={null}
          label="Show"
          isLabelHidden
          value={isUndescribed ? '' : 'all'}
          onChange={(event) =>
            navigate(`/admin/media/describe${event.target.value ? '?show=all' : ''}`, { replace: true, stay: true })
          }
        >
          <option value="">Without alt text</option>
          <option value="all">All images</option>
        </SelectField>
        <ToolLink href="/admin/media">Back to the library</ToolLink>
      </TabHeader>
      <Sequence key={String(isUndescribed)} isUndescribed={isUndescribed} />
    </>
  )
}

function Sequence({ isUndescribed }: { isUndescribed: boolean }) {
  const { images, isComplete, error, loadMore, change } = useImageQueue(isUndescribed)
  const [index, setIndex] = useState(0)
  const image = images[index]
  useEffect(() => {
    if (!image && !isComplete && !error) void loadMore()
  }, [image, isComplete, error, loadMore])
  if (error)
    return (
      <StatusMessage tone="error">
        The images could not be loaded.
        <ToolButton className="ml-3" onClick={() => void loadMore()}>
          Try again
        </ToolButton>
      </StatusMessage>
    )
  if (!image && !isComplete) return <Skeleton className="h-96 w-full" />
  if (!image)
    return (
      <StatusMessage>
        {images.length === 0 ? 'Every image has an alt text.' : 'That was the last one.'}
        {images.length > 0 && (
          <ToolButton className="ml-3" onClick={() => setIndex(images.length - 1)}>
            Previous
          </ToolButton>
        )}
      </StatusMessage>
    )
  return (
    <Description
      key={image.id}
      image={image}
      position={`${index + 1} of ${images.length}${isComplete ? '' : ' or more'}`}
      onSaved={change}
      onPrevious={index > 0 ? () => setIndex(index - 1) : undefined}
      onNext={() => setIndex(index + 1)}
    />
  )
}

/**
 * The images in the order in which they were found, whatever is described or uploaded meanwhile: pages of a list of
 * undescribed images shift as they are described.
 */
function useImageQueue(isUndescribed: boolean) {
  const [images, setImages] = useState<OwnerImage[]>([])
  const [isComplete, setIsComplete] = useState(false)
  const [error, setError] = useState<Error>()
  const loadMore = useCallback(async () => {
    setError(undefined)
    const remaining = isUndescribed ? images.filter((image) => !image.isDescribed) : images
    try {
      const { items } = await readImagesToDescribe(isUndescribed, Math.floor(remaining.length / LIST_MAX) + 1)
      const known = new Set(images.map(({ id }) => id))
      const found = items.filter(({ id }) => !known.has(id))
      setImages([...images, ...found])
      setIsComplete(found.length === 0 || items.length < LIST_MAX)
    } catch (reason) {
      setError(reason as Error)
    }
  }, [images, isUndescribed])
  const change = (saved: OwnerImage) =>
    setImages((before) => before.map((image) => (image.id === saved.id ? saved : image)))
  return { images, isComplete, error, loadMore, change }
}

type DescriptionProps = {
  image: OwnerImage
  position: string
  onSaved: (image: OwnerImage) => void
  onPrevious: (() => void) | undefined
  onNext: () => void
}

function Description({ image, position, onSaved, onPrevious, onNext }: DescriptionProps) {
  const [altText, setAltText] = useState(image.altText)
  const save = useSaveImage()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [])
  const isChanged = altText.trim() !== image.altText
  const guard = useLeaveGuard(isChanged, 'The alt text of this image has not been saved.')

  const go = (leave: (() => void) | undefined) => {
    if (!leave || save.isPending) return
    if (!isChanged) return leave()
    save.mutate(submission({ params: { id: image.id }, body: { altText } }), {
      onSuccess: (saved) => {
        onSaved(saved)
        leave()
      },
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    const isNext = event.key === 'Enter' || (event.altKey && event.key === 'ArrowRight')
    const isPrevious = event.altKey && event.key === 'ArrowLeft'
    if (!isNext && !isPrevious) return
    event.preventDefault()
    go(isNext ? onNext : onPrevious)
  }
  return (
    <section aria-label={`Image ${position}`} className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <LargeImage image={image} />
      <div className="min-w-0">
        <p aria-live="polite" className="mb-2 text-sm text-ink-soft wrap-anywhere">
          {position}: {image.fileName}
        </p>
        <TextAreaField
          optional={null}
          ref={field}
          label="Alt text"
          hint="Enter saves and goes on; Alt with the arrow keys goes back and forth."
          error={save.isError ? messageOf(save.error) : undefined}
          value={altText}
          maxLength={ALT_TEXT_MAX}
          onChange={(event) => setAltText(event.target.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={handleKey}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <ToolButton disabled={!onPrevious} onClick={() => go(onPrevious)}>
            Previous
          </ToolButton>
          <ToolButton tone="primary" onClick={() => go(onNext)}>
            {save.isPending ? 'Saving...' : isChanged ? 'Save and next' : 'Next'}
          </ToolButton>
        </div>
      </div>
      {guard.dialog}
    </section>
  )
}
