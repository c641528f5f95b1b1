import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OwnerImage } from '../../../contract/images.ts'
import { libraryQuery } from '../../data/owner/images.ts'
import { RowCheckbox } from '../kit/bulk-bar.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { type Selection, useSelection } from '../kit/use-selection.ts'
import { AltTextPrompt } from './alt-text-prompt.tsx'
import { DeleteImagesDialog } from './delete-images-dialog.tsx'
import { ImageGrid, imagesOf } from './image-grid.tsx'
import { nameOf } from './image-labels.ts'
import { ImageTile } from './image-tile.tsx'
import { UploadArea } from './upload-area.tsx'
import { useOpenImage } from './use-open-image.ts'

export function Library() {
  const list = useListState(['described'])
  const { page: _page, limit: _limit, ...state } = list.query
  const library = useInfiniteQuery(libraryQuery(state))
  const images = imagesOf(library.data)
  const selection = useSelection(images.map((image) => image.id))
  const [uploaded, setUploaded] = useState<OwnerImage>()
  const [toDelete, setToDelete] = useState<OwnerImage[]>([])
  const openImage = useOpenImage()

  return (
    <>
      <TabHeader title="Media" description="The pictures of your posts, products and pages." />
      <UploadArea onUploaded={(image) => setUploaded(image.isDescribed ? undefined : image)} />
      {uploaded && (
        <div className="mt-4">
          <AltTextPrompt
            key={uploaded.id}
            image={uploaded}
            saveLabel="Save"
            laterLabel="Later"
            onSaved={() => setUploaded(undefined)}
            onLater={() => setUploaded(undefined)}
          />
        </div>
      )}
      <div className="mt-6">
        <LibraryFilters list={list} />
        <SelectionBar
          selection={selection}
          onDelete={() => setToDelete(images.filter(({ id }) => selection.has(id)))}
        />
        <ImageGrid
          library={library}
          tile={(image) => (
            <ImageTile
              key={image.id}
              image={image}
              verb="Open"
              isChosen={selection.has(image.id)}
              onClick={() => openImage(image.id)}
            >
              <TileControls image={image} selection={selection} onDelete={() => setToDelete([image])} />
            </ImageTile>
          )}
          empty={<NoImages list={list} />}
        />
      </div>
      <DeleteImagesDialog
        images={toDelete}
        onClose={() => setToDelete([])}
        onDeleted={(deleted) => {
          selection.clear()
          if (deleted.some(({ id }) => id === uploaded?.id)) setUploaded(undefined)
        }}
      />
    </>
  )
}

/** In the corners of a tile: on hover and focus, and always on touch devices. */
function TileControls({
  image,
  selection,
  onDelete,
}: {
  image: OwnerImage
  selection: Selection
  onDelete: () => void
}) {
  const hidden =
    'opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100'
  const isChoosing = selection.ids.length > 0
  return (
    <>
      <span className={`absolute top-1 left-1 rounded-lg bg-white/90 ${isChoosing ? '' : hidden}`}>
        <RowCheckbox
          label={`Select ${nameOf(image)}`}
          isChecked={selection.has(image.id)}
          onChange={() => selection.toggle(image.id)}
        />
      </span>
      <span className={`absolute top-1 right-1 rounded-lg bg-white/90 ${hidden}`}>
        <IconButton danger label={`Delete ${nameOf(image)}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      </span>
    </>
  )
}

function LibraryFilters({ list }: { list: ListState }) {
  return (
    <ListToolbar list={list} searchLabel="Search images">
      <ListFilter
        list={list}
        name="described"
        label="Alt text"
        options={[
          ['', 'All images'],
          ['false', 'Without alt text'],
        ]}
      />
      <ListFilter
        list={list}
        name="sort"
        label="Order"
        options={[
          ['', 'Newest first'],
          ['fileName', 'By file name'],
          ['bytes', 'Largest first'],
        ]}
      />
    </ListToolbar>
  )
}

function SelectionBar({ selection, onDelete }: { selection: Selection; onDelete: () => void }) {
  if (selection.ids.length === 0) return null
  return (
    <div className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-white px-4 py-2 shadow-card">
      <p aria-live="polite" className="mr-2 text-sm text-ink-soft">
        {selection.ids.length} selected
      </p>
      <ToolButton tone="danger" onClick={onDelete}>
        Delete
      </ToolButton>
      <ToolButton tone="quiet" onClick={selection.clear}>
        Clear
      </ToolButton>
    </div>
  )
}

function NoImages({ list }: { list: ListState }) {
  if (!list.isNarrowed) return <p>No images yet. Drop the first one above.</p>
  return (
    <>
      <p>Nothing matches.</p>
      <ToolButton className="mt-4" onClick={() => list.change({ q: undefined, described: undefined })}>
        Show everything
      </ToolButton>
    </>
  )
}
