import { queryOptions } from '@tanstack/react-query'
import { findFurtherReading } from '../../contract/content/further-reading.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { toCards } from './page-data.ts'

/** The links below an article, in a part that is not hydrated (`KeptPart`); null if the post is not public any more. */
export function furtherReadingQuery(read: Read, id: number) {
  return queryOptions({
    queryKey: ['/api/posts', id, 'further-reading'],
    queryFn: async () => {
      const found = await read(findFurtherReading, { params: { id } })
      return found ? { ...found, next: toCards(found.next ? [found.next] : [])[0] } : null
    },
    meta: { isStatic: true },
  })
}
