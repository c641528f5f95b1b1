import { useParams } from '../../lib/router.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { Library } from './library.tsx'

/** The media library; an image that the address names is open over it. */
export function MediaTab() {
  const { id } = useParams()
  return (
    <>
      <Library />
      {id !== undefined && <ImageDialog key={id} id={id} />}
    </>
  )
}
