import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ImageInUse, ImageUse, OwnerImage } from '../../../contract/images.ts'
import { ApiError, newKey, withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend, ownerUpload } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** Images that are asked for at a time. */
const PAGE = 48

export type ImageListState = { q?: string; described?: string; sort?: string; direction?: string }

export const imagesQuery = (state: ImageListState) =>
  infiniteQueryOptions({
    queryKey: ['owner', '/api/images', state],
    queryFn: ({ pageParam }) =>
      ownerPage<OwnerImage>(withQuery('/api/images', { ...state, page: pageParam, limit: PAGE })),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * PAGE < last.total ? all.length + 1 : undefined),
    placeholderData: (before) => before,
  })

export const imageQuery = (id: string) =>
  queryOptions({ queryKey: ['owner', '/api/images', id], queryFn: () => ownerGet<OwnerImage>(`/api/images/${id}`) })

export const imageUsesQuery = (id: number) =>
  queryOptions({
    queryKey: ['owner', '/api/images', id, 'uses'],
    queryFn: () => ownerGet<ImageUse[]>(`/api/images/${id}/uses`),
  })

export function useUploadImage() {
  return useOwnerMutation((file: File, key) => {
    const form = new FormData()
    form.set('image', file)
    form.set('altText', withoutExtension(file.name))
    return ownerUpload<OwnerImage>('/api/images', form, { key })
  })
}

export function useDescribeImage() {
  return useOwnerMutation(({ id, altText }: { id: number; altText: string }, key) =>
    ownerSend<OwnerImage>('PUT', `/api/images/${id}`, { altText }, key),
  )
}

export function useDeleteImage() {
  return useOwnerMutation(({ id }: { id: number }, key) => ownerSend('DELETE', `/api/images/${id}`, undefined, key))
}

/** For what outlives the component that began it. */
export const restoreImage = (id: number) => ownerSend('POST', `/api/images/${id}/restore`, undefined, newKey())

/** The places that keep an image from being deleted; none for another error. */
export function usesOf(error: Error | null): ImageUse[] {
  return error instanceof ApiError && error.status === 409 ? ((error.body as ImageInUse).uses ?? []) : []
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/\.[^.]{1,5}$/, '') || fileName
}
