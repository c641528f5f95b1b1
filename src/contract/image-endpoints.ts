import * as z from 'zod/mini'
import { type Endpoint, errorResponse, found, nothing, ownerErrors, selected } from './endpoint.ts'
import { ImageInput, ImageInUse, ImageUse, OwnerImage, OwnerImageListQuery } from './images.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const gone = errorResponse('No such image')
const signedOut = { 401: errorResponse('Nobody is signed in') }
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
    responses: {
      ...found('The images', z.array(OwnerImage)),
      400: errorResponse('A parameter is wrong'),
      ...signedOut,
    },
  },
  {
    method: 'get',
    path: '/images/:id',
    owner: true,
    summary: 'One image',
    params: id,
    responses: { ...found('The image', OwnerImage), ...signedOut, 404: gone },
  },
  {
    method: 'get',
    path: '/images/:id/uses',
    owner: true,
    summary: 'Every place that shows an image',
    params: id,
    responses: { ...found('The places', z.array(ImageUse)), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/images',
    owner: true,
    summary:
      'Upload an image, as multipart/form-data: JPEG, PNG, GIF or WebP by content, at most 5 MB. The same file again answers the image that there is',
    upload: Upload,
    idempotent: true,
    responses: {
      201: { description: 'Uploaded', body: OwnerImage },
      ...found('It was there, or is there again', OwnerImage),
      ...signedOut,
      408: errorResponse('The upload took too long'),
      413: errorResponse('The file is larger than 5 MB'),
      415: errorResponse('The body is no form, or the file is of another type'),
      422: errorResponse('The file is missing, one of several, broken, or too large to be unpacked'),
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
    responses: { ...found('Saved', OwnerImage), ...ownerErrors, 404: gone },
  },
  {
    method: 'delete',
    path: '/images/:id',
    owner: true,
    summary: 'Delete an image that nothing shows. Its files stay for 30 days',
    params: id,
    responses: { ...found('Deleted', nothing), ...signedOut, 404: gone, 409: inUse },
  },
  {
    method: 'post',
    path: '/images/:id/restore',
    owner: true,
    summary: 'Bring a deleted image back',
    params: id,
    responses: { ...found('It is there again', nothing), ...signedOut, 404: gone },
  },
  withUses(selected('/images/delete', 'Delete several images, or none where one of them is still shown')),
  selected('/images/restore', 'Bring several deleted images back'),
]

function withUses(endpoint: Endpoint): Endpoint {
  return { ...endpoint, responses: { ...endpoint.responses, 409: inUse } }
}
