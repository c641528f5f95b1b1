import { queryOptions } from '@tanstack/react-query'
import { previewPost } from '../../contract/content/post-endpoints.ts'
import { ApiError } from './api.ts'
import { browserRead } from './call.ts'

/** A post as its page would show it; null if it does not exist or the user is not signed in. */
export function previewQuery(id: number) {
  return queryOptions({
    queryKey: ['/api/posts', id, 'preview'],
    queryFn: async () => {
      try {
        return (await browserRead(previewPost, { params: { id } })) ?? null
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })
}
