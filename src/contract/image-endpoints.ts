import * as z from 'zod/mini'
import { type Endpoint, found, nothing, ownerRefusals, refused, selected } from './endpoint-description.ts'
import { ImageInput, ImageInUse, ImageUse, OwnerImage, OwnerImageListQuery } from './images.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const gone = refused('No such image')
const signedOut = { 401: refused('Nobody is signed in') }
const inUse = { description: 'Something still shows it; `uses` says what', body: ImageInUse }

const Upload = z.object({
  /** The file: JPEG, PNG, GIF or WebP, at most 5 MB. */
  image: z.string(),
  altText: z.optional(z.string()),
})

export const imageEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/images',
    owner: true,
    summary: 'The media library, newest first. `Link` and `X-Total-Count` lead to the other pages',
    query: OwnerImageListQuery,
    answers: { ...found('The images', z.array(OwnerImage)), 400: refused('A parameter is wrong'), ...signedOut },
  },
  {
    method: 'get',
    path: '/images/:id',
    owner: true,
    summary: 'One image',
    params: id,
    answers: { ...found('The image', OwnerImage), ...signedOut, 404: gone },
  },
  {
    method: 'get',
    path: '/images/:id/uses',
    owner: true,
    summary: 'Every place that shows an image',
    params: id,
    answers: { ...found('The places', z.array(ImageUse)), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/images',
    owner: true,
    summary:
      'Upload an image, as multipart/form-data: JPEG, PNG, GIF or WebP by content, at most 5 MB. The same file again answers the image that there is',
    upload: Upload,
    idempotent: true,
    answers: {
      201: { description: 'Uploaded', body: OwnerImage },
      ...found('It was there, or is there again', OwnerImage),
      ...signedOut,
      408: refused('The upload took too long'),
      413: refused('The file is larger than 5 MB'),
      415: refused('The body is no form, or the file is of another type'),
      422: refused('The file is missing, one of several, broken, or too large to be unpacked'),
    },
  },
  {
    method: 'put',
    path: '/images/:id',
    owner: true,
    summary: 'Change the alt text of an image',
    params: id,
    body: ImageInput,
    idempotent: true,
    answers: { ...found('Saved', OwnerImage), ...ownerRefusals, 404: gone },
  },
  {
    method: 'delete',
    path: '/images/:id',
    owner: true,
    summary: 'Delete an image that nothing shows. Its files stay for 30 days',
    params: id,
    answers: { ...found('Deleted', nothing), ...signedOut, 404: gone, 409: inUse },
  },
  {
    method: 'post',
    path: '/images/:id/restore',
    owner: true,
    summary: 'Bring a deleted image back',
    params: id,
    answers: { ...found('It is there again', nothing), ...signedOut, 404: gone },
  },
  withUses(selected('/images/delete', 'Delete several images, or none where one of them is still shown')),
  selected('/images/restore', 'Bring several deleted images back'),
]

function withUses(endpoint: Endpoint): Endpoint {
  return { ...endpoint, answers: { ...endpoint.answers, 409: inUse } }
}
