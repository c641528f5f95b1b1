import { Dialog } from '../kit/dialog.tsx'
import type { Chosen } from '../kit/use-selection.ts'
import { TagEditor } from './tag-editor.tsx'

type TagImagesDialogProps = {
  /** Undefined: closed. */
  chosen: Chosen | undefined
  /** Tags that any of them has, as far as they are shown. */
  tags: string[]
  onClose: () => void
}

/** Adds tags to the selected images and removes those that any of them has. */
export function TagImagesDialog({ chosen, tags, onClose }: TagImagesDialogProps) {
  return (
    <Dialog
      isOpen={chosen !== undefined}
      title={chosen?.count === 1 ? 'Tags of one image' : `Tags of ${chosen?.count.toLocaleString('en-US')} images`}
      size="small"
      onClose={onClose}
    >
      {chosen && <TagEditor choice={chosen.choice} tags={tags} />}
    </Dialog>
  )
}
