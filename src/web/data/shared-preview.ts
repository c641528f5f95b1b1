import { queryOptions } from '@tanstack/react-query'
import { openPreview } from '../../contract/content/preview-links.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { POST_BODY } from '../lib/served-body.ts'

/** A post that the owner shows by a link; null if the link has ended. */
export function sharedPreviewQuery(read: Read, token: string) {
  return queryOptions({
    queryKey: ['/api/previews', token],
    queryFn: async () => (await read(openPreview, { params: { token } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}
