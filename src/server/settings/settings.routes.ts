import { Hono } from 'hono'
import type { Reads } from '../../contract/reads.ts'

export function settingsRoutes({ reads }: { reads: Reads }) {
  return new Hono().get('/site', async (c) => c.json(await reads.site()))
}
