import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { imageTagsQuery, libraryQuery } from '../../data/owner/images.ts'
import { RowCheckbox, SelectWhole, selectedText } from '../kit/bulk-bar.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { IconButton, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { type Chosen, chosenRow, type Selection, useSelection } from '../kit/use-selection.ts'
import { UploadMany } from '../upload/upload-many.tsx'
import { AltTextPrompt } from './alt-text-prompt.tsx'
import { DeleteImagesDialog } from './delete-images-dialog.tsx'
import { ImageGrid, imagesOf } from './image-grid.tsx'
import { nameOf } from './image-labels.ts'
import { ImageTile } from './image-tile.tsx'
import { TagImagesDialog } from './tag-images-dialog.tsx'
import { UploadArea } from './upload-area.tsx'
import { useOpenImage } from './use-open-image.ts'

export function Library() {
  const list = useListState(['described', 'tag'])
  const { page: _page, limit: _limit, ...state } = list.query
  const library = useInfiniteQuery(libraryQuery(state))
  const images = imagesOf(library.data)
  const selection = useSelection(library.data && { items: images, total: library.data.pages[0]?.total ?? 0 }, state)
  const [uploaded, setUploaded] = useState<OwnerImage>()
  const [toDelete, setToDelete] = useState<Chosen>()
  const [toTag, setToTag] = useState<Chosen>()
  const openImage = useOpenImage()
  const handlers = useStable({
    open: ({ id }) => openImage(id),
    toggle: ({ id }) => selection.toggle(id),
    remove: (image) => setToDelete(chosenRow(image)),
  })

  return (
    <>
      <TabHeader
        title="Media"
        description="The pictures of your posts, products and pages."
        more={<ToolLink href="/admin/media/describe">Describe images</ToolLink>}
      />
      <Uploads uploaded={uploaded} onUploaded={setUploaded} />
      <div data-list="" className="group/library mt-3 md:mt-6" data-choosing={selection.count > 0 || undefined}>
        <LibraryFilters list={list} />
        <SelectionBar
          selection={selection}
          images={images}
          onTag={() => setToTag(selection)}
          onDelete={() => setToDelete(selection)}
        />
        <ImageGrid
          library={library}
          tile={(image) => (
            <LibraryTile key={image.id} image={image} isChosen={selection.has(image.id)} handlers={handlers} />
          )}
          empty={<NoImages list={list} />}
        />
      </div>
      <TagImagesDialog
        chosen={toTag}
        tags={[...new Set(chosenOf(images, toTag).flatMap(({ tags }) => tags))].sort()}
        onClose={() => setToTag(undefined)}
      />
      <DeleteImagesDialog
        chosen={toDelete}
        name={chosenOf(images, toDelete).slice(0, 1).map(nameOf).join('')}
        onClose={() => setToDelete(undefined)}
        onDeleted={() => {
          selection.clear()
          if (uploaded && chosenOf([uploaded], toDelete).length > 0) setUploaded(undefined)
        }}
      />
    </>
  )
}

/** Those of the images that are chosen: all of them where a query of the list chose. */
function chosenOf(images: OwnerImage[], chosen: Chosen | undefined): OwnerImage[] {
  const { ids } = chosen?.choice ?? { ids: [] }
  return ids === undefined ? images : images.filter(({ id }) => ids.includes(id))
}

type UploadsProps = {
  /** An image that has no alt text yet. */
  uploaded: OwnerImage | undefined
  onUploaded: (image: OwnerImage | undefined) => void
}

function Uploads({ uploaded, onUploaded }: UploadsProps) {
  return (
    <>
      <div className="grid gap-2 md:gap-3 md:grid-cols-[minmax(0,1fr)_16rem] md:items-start">
        <UploadArea onUploaded={(image) => onUploaded(image.isDescribed ? undefined : image)} />
        <UploadMany className="md:min-h-32" />
      </div>
      {uploaded && (
        <div className="mt-4">
          <AltTextPrompt
            key={uploaded.id}
            image={uploaded}
            saveLabel="Save"
            laterLabel="Later"
            onSaved={() => onUploaded(undefined)}
            onLater={() => onUploaded(undefined)}
          />
        </div>
      )}
    </>
  )
}

type TileHandlers = Record<'open' | 'toggle' | 'remove', (image: OwnerImage) => void>

/** The same object in every render, so that of a thousand tiles only those that change are rendered. */
function useStable(handlers: TileHandlers): TileHandlers {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  return useMemo(
    () => ({
      open: (image) => latest.current.open(image),
      toggle: (image) => latest.current.toggle(image),
      remove: (image) => latest.current.remove(image),
    }),
    [],
  )
}

type LibraryTileProps = { image: OwnerImage; isChosen: boolean; handlers: TileHandlers }

/** The focus ring is within it, since a picture may have its colour. */
const overPicture =
  'absolute top-2 rounded-lg bg-white/90 [&_:focus-visible]:-outline-offset-2 opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100'

/** Its controls show on hover and focus, and always on touch devices. */
const LibraryTile = memo(function LibraryTile({ image, isChosen, handlers }: LibraryTileProps) {
  return (
    <ImageTile image={image} verb="Open" isChosen={isChosen} onClick={() => handlers.open(image)}>
      <span className={`${overPicture} left-2 group-data-choosing/library:opacity-100`}>
        <RowCheckbox label={`Select ${nameOf(image)}`} isChecked={isChosen} onChange={() => handlers.toggle(image)} />
      </span>
      <span className={`${overPicture} right-2`}>
        <IconButton danger label={`Delete ${nameOf(image)}`} onClick={() => handlers.remove(image)}>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      </span>
    </ImageTile>
  )
})

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
      <TagFilter list={list} />
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

function TagFilter({ list }: { list: ListState }) {
  const { data: tags = [] } = useQuery(imageTagsQuery())
  const chosen = list.filter('tag')
  if (tags.length === 0 && !chosen) return null
  const known = tags.map(({ tag, images }): [string, string] => [tag, `${tag} (${images})`])
  const options =
    tags.some(({ tag }) => tag === chosen) || !chosen ? known : [...known, [chosen, chosen] as [string, string]]
  return <ListFilter list={list} name="tag" label="Tag" options={[['', 'All tags'], ...options]} />
}

type SelectionBarProps = { selection: Selection; images: OwnerImage[]; onTag: () => void; onDelete: () => void }

function SelectionBar({ selection, images, onTag, onDelete }: SelectionBarProps) {
  if (selection.count === 0) return null
  const all = images.slice(0, selection.max).map(({ id }) => id)
  return (
    <div className="sticky-bar top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-white px-4 py-2 shadow-card">
      <p aria-live="polite" className="mr-2 text-sm text-ink-soft">
        {selectedText(selection)}
      </p>
      {selection.shown.length < all.length && (
        <ToolButton onClick={() => selection.toggleAll(all)}>Select {all.length}</ToolButton>
      )}
      <ToolButton onClick={onTag}>Tags</ToolButton>
      <ToolButton tone="danger" onClick={onDelete}>
        Delete
      </ToolButton>
      <ToolButton tone="quiet" onClick={selection.clear}>
        Clear
      </ToolButton>
      <SelectWhole selection={selection} shown={images.length} many="images" />
    </div>
  )
}

function NoImages({ list }: { list: ListState }) {
  if (!list.isNarrowed) return <p>No images yet. Drop the first one above.</p>
  return (
    <>
      <p>Nothing matches.</p>
      <ToolButton className="mt-4" onClick={() => list.change({ q: undefined, described: undefined, tag: undefined })}>
        Show everything
      </ToolButton>
    </>
  )
}
