import { newKey } from '../../data/api.ts'
import { copyToLibrary } from '../../data/owner/images.ts'
import { createPictureCopies } from './create-picture-copies.ts'

/** The copies of this page; they go on while the owner is elsewhere in the admin. */
export const pictureCopies = createPictureCopies((picture) => copyToLibrary(picture, newKey()))
