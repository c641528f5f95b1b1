import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  copyPicture,
  cropImage,
  deleteImage,
  deleteImages,
  findImage,
  listImages,
  listImageTags,
  listImageUses,
  replaceImageFile,
  restoreImages,
  saveImage,
  tagImages,
  undoReplacement,
  uploadImage,
} from '../../../contract/content/image-endpoints.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import type { Changed, Choice } from '../../../contract/platform/lists.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import type { UploadOptions } from './owner-api.ts'
import { type OwnerReadInput, ownerQuery, ownerRead, ownerUploadTo, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** A multiple of 2, 3, 4 and 6, the columns of the grid. */
const PAGE = 48

export type LibraryState = Omit<NonNullable<OwnerReadInput<typeof listImages>['query']>, 'page' | 'limit'>

/** The media library in pages. */
export const libraryQuery = (state: LibraryState) =>
  infiniteQueryOptions({
    queryKey: ['owner', listImages.path, state],
    queryFn: ({ pageParam }) => ownerRead(listImages, { query: { ...state, page: pageParam, limit: PAGE } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    placeholderData: (before) => before,
  })

export const imageQuery = (id: number) => ownerQuery(findImage, { params: { id } })

export const imageUsesQuery = (id: number) => ownerQuery(listImageUses, { params: { id } })

export function useUploadImage() {
  return useOwnerMutation((file: File, key) => sendImage(file, { key }))
}

/** Uploads a file to the library, with its name as alt text. */
export function sendImage(file: File, options: UploadOptions): Promise<OwnerImage> {
  const form = new FormData()
  form.append('image', file)
  form.append('altText', withoutExtension(file.name))
  return ownerUploadTo(uploadImage, form, options)
}

/** Copies a picture of another site to the library. */
export function copyToLibrary({ src, alt }: { src: string; alt: string }, key: string): Promise<OwnerImage> {
  return ownerWrite(copyPicture, { body: { url: new URL(src, location.origin).href, altText: alt } }, key)
}

export const useSaveImage = () => useOwnerWrite(saveImage, { showsError: true })

export const imageTagsQuery = () => ownerQuery(listImageTags)

export const useTagImages = () => useOwnerWrite(tagImages, { showsError: true })

export const useCropImage = () => useOwnerWrite(cropImage, { showsError: true })

export const useUndoReplacement = () => useOwnerWrite(undoReplacement)

/** Replaces the file of an image everywhere. */
export function useReplaceFile(id: number) {
  return useOwnerMutation((file: File, key) => {
    const form = new FormData()
    form.append('image', file)
    return ownerUploadTo(replaceImageFile, form, { key, params: { id } })
  })
}

/** Images to describe, at most 100: those without alt text, or all. */
export function readImagesToDescribe(isUndescribed: boolean, page: number): Promise<Page<OwnerImage>> {
  return ownerRead(listImages, { query: { described: isUndescribed ? 'false' : undefined, page, limit: LIST_MAX } })
}

/** Deletes the chosen images, or none if one of them is in use. */
export async function removeImages(choice: Choice, key: string): Promise<Changed> {
  const [id, ...others] = choice.ids ?? []
  if (id === undefined || others.length > 0) return ownerWrite(deleteImages, { body: choice }, key)
  await ownerWrite(deleteImage, { params: { id } }, key)
  return { ids: [id] }
}

export const undeleteImages = (ids: number[], key: string) => ownerWrite(restoreImages, { body: { ids } }, key)

function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/u, '')
}
