import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ImageUse, OwnerImage } from '../../../contract/images.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend, ownerUpload } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** Images of one page of the library: whole rows of 2, 3, 4 or 6. */
const PAGE = 48

export type LibraryState = { q?: string; sort?: string; described?: string }

/** The media library, page after page. */
export const libraryQuery = (state: LibraryState) =>
  infiniteQueryOptions({
    queryKey: ['owner', '/api/images', state],
    queryFn: ({ pageParam }) =>
      ownerPage<OwnerImage>(withQuery('/api/images', { ...state, page: pageParam, limit: PAGE })),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    placeholderData: (before) => before,
  })

export const imageQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', '/api/images', id],
    queryFn: () => ownerGet<OwnerImage>(`/api/images/${encodeURIComponent(id)}`),
  })

export const imageUsesQuery = (id: number) =>
  queryOptions({
    queryKey: ['owner', '/api/images', id, 'uses'],
    queryFn: () => ownerGet<ImageUse[]>(`/api/images/${id}/uses`),
  })

export function useUploadImage() {
  return useOwnerMutation((file: File, key) => {
    const form = new FormData()
    form.append('image', file)
    form.append('altText', withoutExtension(file.name))
    return ownerUpload<OwnerImage>('/api/images', form, { key })
  })
}

export function useSaveAltText() {
  return useOwnerMutation(({ id, altText }: { id: number; altText: string }, key) =>
    ownerSend<OwnerImage>('PUT', `/api/images/${id}`, { altText }, key),
  )
}

export function useDeleteImages() {
  return useOwnerMutation((ids: number[], key) =>
    ids.length === 1
      ? ownerSend<unknown>('DELETE', `/api/images/${ids[0]}`, undefined, key)
      : ownerSend<unknown>('POST', '/api/images/delete', { ids }, key),
  )
}

export function useRestoreImages() {
  return useOwnerMutation((ids: number[], key) => ownerSend<unknown>('POST', '/api/images/restore', { ids }, key))
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/u, '')
}
