import { queryOptions } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import { ApiError, findJson } from './api.ts'

/** A post as its page would show it; null if it does not exist or the user is not signed in. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/posts', id, 'preview'],
    queryFn: async () => {
      try {
        return (await findJson<Post>(`/api/posts/${encodeURIComponent(id)}/preview`)) ?? null
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })
}
