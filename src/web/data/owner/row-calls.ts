import type * as z from 'zod/mini'
import type { Empty, OwnerWrite, ReadEndpoint, ResponseSpec } from '../../../contract/platform/endpoint.ts'
import type { Selection } from '../../../contract/platform/lists.ts'
import type { Id } from '../../../contract/platform/paths.ts'
import { ApiError } from '../api.ts'
import { ownerQuery, ownerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type Read = Omit<ReadEndpoint, 'responses'>
type Write = Omit<OwnerWrite, 'responses'>
type One = { params: { id: typeof Id } }
type Reply<Body> = ResponseSpec & { body: Body }
type Bulk = Write & { body: typeof Selection; responses: { 200: Reply<typeof Empty> } }

/** The endpoints of a noun whose rows the owner keeps in a list and edits in a form. */
type RowEndpoints<Row, Input> = {
  list: Read & { list: true; query: z.ZodMiniObject; responses: { 200: Reply<z.ZodMiniArray<z.ZodMiniType<Row>>> } }
  find: Read & One & { notFound: string; responses: { 200: Reply<z.ZodMiniType<Row>> } }
  create: Write & { body: z.ZodMiniType<object, Input>; responses: { 201: Reply<z.ZodMiniType<Row>> } }
  save: Write &
    One & { body: z.ZodMiniType<object, Input>; ifMatch: true; responses: { 200: Reply<z.ZodMiniType<Row>> } }
  removeSome: Bulk
  restoreSome: Bulk
  activate: Bulk
  deactivate: Bulk
}

export type RowAction = 'removeSome' | 'restoreSome' | 'activate' | 'deactivate'

/** What a form saves: a new row, or one that is still of the version that the owner saw. */
export type RowSave<Input> = { input: Input; current?: { id: number; version?: number | undefined } | undefined }

/** The owner's calls for such rows. */
export function createRowCalls<Row, Input>(endpoints: RowEndpoints<Row, Input>) {
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
      useOwnerMutation(({ action, ids }: Selection & { action: RowAction }, key) =>
        ownerWrite(endpoints[action], { body: { ids } }, key),
      ),
  }
}

export type RowCalls<Row, Input> = ReturnType<typeof createRowCalls<Row, Input>>

/** The present state of a row, from the 409 that its save of an older version got. */
export function currentOf<Row>(error: Error): Row | undefined {
  return error instanceof ApiError && error.status === 409 ? (error.body as { current?: Row }).current : undefined
}
