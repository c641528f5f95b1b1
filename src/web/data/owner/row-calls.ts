import type * as z from 'zod/mini'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import type { RowEndpoints } from '../../../contract/platform/row-endpoints.ts'
import { ApiError } from '../api.ts'
import { ownerQuery, ownerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** The server checks a query, whose fields depend on the noun. */
type ChoiceOfRows = Choice<{ [name: string]: unknown }>

export type RowAction = 'removeSome' | 'restoreSome' | 'purgeSome' | 'activate' | 'deactivate'

/** A form saves a new row, or one that is still of the version that the owner saw. */
export type RowSave<Input> = { input: Input; current?: { id: number; version?: number | undefined } | undefined }

/** The owner's calls for rows that are kept in a list and edited in a form. */
export function createRowCalls<Row, Input>(
  endpoints: RowEndpoints<CacheTag, z.ZodMiniType<object, Input>, z.ZodMiniType<Row>>,
) {
  const { list, find, create, save } = endpoints
  return {
    /** One page of the list, inactive rows included. */
    list: (state: Record<string, string | number | undefined> = {}) =>
      ownerQuery(list, { query: { ...state, status: state.status ?? 'all' } }),

    /** One row to edit, never from the cache. */
    one: (id: number) => ({ ...ownerQuery(find, { params: { id } }), staleTime: 0, gcTime: 0 }),

    useSave: () =>
      useOwnerMutation(({ input: body, current }: RowSave<Input>, key) =>
        current
          ? ownerWrite(save, { params: { id: current.id }, body, version: current.version }, key)
          : ownerWrite(create, { body }, key),
      ),

    useChange: () =>
      useOwnerMutation(({ action, choice }: { action: RowAction; choice: Choice }, key) =>
        ownerWrite(endpoints[action], { body: choice as ChoiceOfRows }, key),
      ),
  }
}

export type RowCalls<Row, Input> = ReturnType<typeof createRowCalls<Row, Input>>

/** The present state of a row, from the 409 that its save of an older version got. */
export function currentOf<Row>(error: Error): Row | undefined {
  return error instanceof ApiError && error.status === 409 ? (error.body as { current?: Row }).current : undefined
}
