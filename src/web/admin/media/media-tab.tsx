import { useState } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { useListState } from '../kit/use-list-state.ts'
import { DeleteImageDialog } from './delete-image-dialog.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { ImageGrid } from './image-grid.tsx'
import { ImageTile } from './image-tile.tsx'
import { UploadArea } from './upload-area.tsx'

const descriptions = [
  ['', 'All images'],
  ['false', 'Without a description'],
  ['true', 'Described'],
] as const

/** The media library: upload, describe, find and delete images. */
export function MediaTab() {
  const list = useListState(['described'])
  const [open, setOpen] = useState<{ image: OwnerImage; isNew: boolean }>()
  const [deleting, setDeleting] = useState<OwnerImage>()
  return (
    <>
      <TabHeader title="Media" description="Every picture of the site, in all the sizes that readers need." />
      <UploadArea onUploaded={(image) => setOpen({ image, isNew: !image.isDescribed })} />
      <div className="mt-6">
        <ListToolbar list={list} searchLabel="Search images">
          <ListFilter list={list} name="described" label="Description" options={descriptions} />
        </ListToolbar>
      </div>
      <ImageGrid
        state={{ q: list.q || undefined, described: list.filter('described') || undefined }}
        tile={(image) => (
          <ImageTile
            image={image}
            onOpen={() => setOpen({ image, isNew: false })}
            onDelete={() => setDeleting(image)}
          />
        )}
      />
      {open && (
        <ImageDialog
          key={open.image.id}
          {...open}
          onDelete={() => {
            setDeleting(open.image)
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {deleting && (
        <DeleteImageDialog
          image={deleting}
          onDeleted={() => setDeleting(undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}
