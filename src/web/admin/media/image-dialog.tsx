import { useQuery } from '@tanstack/react-query'
import { Crop, Crosshair, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ALT_TEXT_MAX, FILE_NAME_MAX, type OwnerImage } from '../../../contract/content/images.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { imageQuery, useSaveImage } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { type Chosen, chosenRow } from '../kit/use-selection.ts'
import { CropEditor } from './crop-editor.tsx'
import { DeleteImagesDialog } from './delete-images-dialog.tsx'
import { FocusEditor } from './focus-editor.tsx'
import { ImageDetails } from './image-details.tsx'
import { nameOf } from './image-labels.ts'
import { LargeImage } from './large-image.tsx'
import { ReplaceFile } from './replace-file.tsx'
import { TagEditor } from './tag-editor.tsx'
import { useOpenImage } from './use-open-image.ts'

/** One image with its alt text, details and uses. */
export function ImageDialog({ id }: { id: number }) {
  const { data, error, isError, refetch } = useQuery(imageQuery(id))
  const openImage = useOpenImage()
  useOpenedName(data && nameOf(data))
  if (data) return <OpenImage image={data} />
  return (
    <Dialog isOpen title="Image" size="large" onClose={() => openImage()}>
      {!isError ? (
        <Loading />
      ) : error instanceof ApiError && error.status === 404 ? (
        <StatusMessage>There is no such image. It may have been deleted.</StatusMessage>
      ) : (
        <StatusMessage tone="error">
          The image could not be loaded.
          <ToolButton className="ml-3" onClick={() => void refetch()}>
            Try again
          </ToolButton>
        </StatusMessage>
      )}
    </Dialog>
  )
}

function OpenImage({ image }: { image: OwnerImage }) {
  const openImage = useOpenImage()
  const description = useDescription(image)
  const { isRenamed, isChanged } = description
  const [tool, setTool] = useState<'focus' | 'crop'>()
  const [isLeaving, setIsLeaving] = useState(false)
  const [toDelete, setToDelete] = useState<Chosen>()
  const close = () => (isChanged ? setIsLeaving(true) : openImage())
  return (
    <Dialog
      isOpen
      title={image.fileName || 'Image'}
      size="large"
      onClose={close}
      footer={
        <ToolButton tone="danger" className="mr-auto" onClick={() => setToDelete(chosenRow(image))}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </ToolButton>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ImageTool image={image} tool={tool} onTool={setTool} />
        <div className="min-w-0 space-y-5">
          <DescriptionForm description={description} />
          <TagEditor choice={{ ids: [image.id] }} tags={image.tags} />
          <ReplaceFile image={image} />
          <ImageDetails image={image} />
        </div>
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={() => openImage()}
        onClose={() => setIsLeaving(false)}
      >
        <p>{isRenamed ? 'What you changed has not been saved.' : 'The new alt text has not been saved.'}</p>
      </ConfirmDialog>
      <DeleteImagesDialog
        chosen={toDelete}
        name={nameOf(image)}
        onClose={() => setToDelete(undefined)}
        onDeleted={() => openImage()}
      />
    </Dialog>
  )
}

/** The alt text and the file name while they are edited. */
function useDescription(image: OwnerImage) {
  const [altText, setAltText] = useState(image.altText)
  const [fileName, setFileName] = useState(image.fileName)
  const { mutate, isPending: isSaving, error } = useSaveImage()
  const isRenamed = fileName.trim() !== image.fileName
  const isChanged = altText.trim() !== image.altText || isRenamed
  const save = () =>
    mutate(
      submission({ params: { id: image.id }, body: { altText, ...(isRenamed ? { fileName } : {}) } }),
      // The server may have trimmed the new name.
      {
        onSuccess: (saved) => {
          setFileName(saved.fileName)
          toast(isRenamed ? adminMessages.imageSaved : adminMessages.altTextSaved)
        },
      },
    )
  return { altText, setAltText, fileName, setFileName, isRenamed, isChanged, isSaving, error, save }
}

function DescriptionForm({ description }: { description: ReturnType<typeof useDescription> }) {
  const { altText, setAltText, fileName, setFileName, isChanged, isSaving, error, save } = description
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextAreaField
        optional
        label="Alt text"
        hint="Describe this image for readers who cannot see it"
        error={error ? messageOf(error) : undefined}
        value={altText}
        maxLength={ALT_TEXT_MAX}
        // A single line, since it becomes an attribute.
        onChange={(event) => setAltText(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <TextField
        optional={false}
        className="mt-3"
        label="File name"
        value={fileName}
        maxLength={FILE_NAME_MAX}
        onChange={(event) => setFileName(event.target.value)}
      />
      <ToolButton type="submit" tone="primary" className="mt-3" disabled={!isChanged || isSaving}>
        {isSaving ? 'Saving...' : 'Save'}
      </ToolButton>
    </form>
  )
}

type ImageToolProps = {
  image: OwnerImage
  tool: 'focus' | 'crop' | undefined
  onTool: (tool: 'focus' | 'crop' | undefined) => void
}

/** The image, or what is being done to it. */
function ImageTool({ image, tool, onTool }: ImageToolProps) {
  const openImage = useOpenImage()
  if (tool === 'focus') return <FocusEditor image={image} onDone={() => onTool(undefined)} />
  if (tool === 'crop')
    return <CropEditor image={image} onCropped={(part) => openImage(part.id)} onCancel={() => onTool(undefined)} />
  return (
    <div className="min-w-0 space-y-3">
      <LargeImage image={image} />
      <div className="flex flex-wrap gap-2">
        <ToolButton onClick={() => onTool('focus')}>
          <Crosshair aria-hidden="true" className="size-4" />
          Focal point
        </ToolButton>
        {!image.isAnimated && (
          <ToolButton onClick={() => onTool('crop')}>
            <Crop aria-hidden="true" className="size-4" />
            Crop
          </ToolButton>
        )}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <span className="sr-only">Loading the image…</span>
      <Skeleton className="aspect-4/3 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
