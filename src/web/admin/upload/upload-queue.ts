import { newKey } from '../../data/api.ts'
import { sendImage } from '../../data/owner/images.ts'
import { createUploadQueue } from './create-upload-queue.ts'
import { prepareFile } from './prepare-file.ts'
import { createStoredUploads } from './stored-uploads.ts'

export type { UploadItem } from './upload-item.ts'

/** The uploads of this page; they go on while the owner is elsewhere in the admin. */
export const uploadQueue = createUploadQueue({
  prepare: prepareFile,
  send: sendImage,
  store: createStoredUploads(),
  newKey,
  onReconnect: (listener) => window.addEventListener('online', listener),
})
