import { ingredientRows } from '../../../contract/content/ingredient-endpoints.ts'
import { routineRows } from '../../../contract/content/routine-endpoints.ts'
import { ownerRead } from './owner-call.ts'

/** Blocks of articles refer to these besides products. */
export type ReferenceKind = 'routine' | 'ingredient'

export type BlockReference = { id: number; name: string; summary: string; isActive: boolean }

/** References are fetched at most once a minute. */
const cacheOptions = { staleTime: 60_000, gcTime: 300_000, retry: false }

export const blockReferenceQuery = (kind: ReferenceKind, id: number) => ({
  queryKey: ['owner', 'block-reference', kind, id],
  queryFn: async (): Promise<BlockReference> =>
    toReference(
      kind === 'routine'
        ? await ownerRead(routineRows.find, { params: { id } })
        : await ownerRead(ingredientRows.find, { params: { id } }),
    ),
  ...cacheOptions,
})

/** Those whose words match, inactive ones included. */
export const blockReferencesQuery = (kind: ReferenceKind, q: string | undefined) => ({
  queryKey: ['owner', 'block-references', kind, q ?? ''],
  queryFn: async (): Promise<BlockReference[]> => {
    const query = { q, status: 'all' as const, limit: 50 }
    const { items } =
      kind === 'routine'
        ? await ownerRead(routineRows.list, { query })
        : await ownerRead(ingredientRows.list, { query })
    return items.map(toReference)
  },
})

function toReference({ id, name, summary, isActive }: BlockReference): BlockReference {
  return { id, name, summary, isActive }
}
