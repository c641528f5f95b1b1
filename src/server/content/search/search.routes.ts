import { Hono } from 'hono'
import type { Reads } from '../../../contract/reads.ts'
import { SearchQuery } from '../../../contract/search.ts'
import { readQuery } from '../../platform/http/validate.ts'

export function searchRoutes({ reads }: { reads: Reads }) {
  return new Hono().get('/search', async (c) => c.json(await reads.search(readQuery(c, SearchQuery).q)))
}
