import { useParams } from '../../lib/router.tsx'
import { DescribeImages } from './describe-images.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { Library } from './library.tsx'

/** The media library; the image in the URL is open in a dialog. */
export function MediaTab() {
  const { id } = useParams()
  if (id === 'describe') return <DescribeImages />
  return (
    <>
      <Library />
      {id !== undefined && <ImageDialog key={id} id={Number(id)} />}
    </>
  )
}
