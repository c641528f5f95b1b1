import type { OwnerImage } from '../../../contract/content/images.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TagEditor } from './tag-editor.tsx'

/** Adds tags to the selected images and removes those that any of them has. */
export function TagImagesDialog({ images, onClose }: { images: OwnerImage[]; onClose: () => void }) {
  const tags = [...new Set(images.flatMap((image) => image.tags))].sort()
  return (
    <Dialog
      isOpen={images.length > 0}
      title={images.length === 1 ? 'Tags of one image' : `Tags of ${images.length} images`}
      size="small"
      onClose={onClose}
    >
      <TagEditor ids={images.map(({ id }) => id)} tags={tags} />
    </Dialog>
  )
}
