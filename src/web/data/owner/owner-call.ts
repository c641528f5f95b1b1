import { queryOptions } from '@tanstack/react-query'
import type { ParamsOf, QueryOf, ReadEndpoint, SuccessBodyOf } from '../../../contract/platform/endpoint.ts'
import { type Fields, type FoundOf, readFound, urlOf, type WriteEndpoint, type WriteInput, write } from '../call.ts'
import { ownerUpload, renewing, type UploadOptions } from './owner-api.ts'
import { type MutationOptions, useOwnerMutation } from './owner-mutation.ts'

/** The owner's calls by endpoint. Each waits for a new sign-in where the session has expired; see `owner-api.ts`. */

/** A read takes this; query parameters that are undefined are left out of the URL. */
export type OwnerReadInput<E extends ReadEndpoint> = (E extends { params: object }
  ? { params: ParamsOf<E> }
  : unknown) &
  (E extends { query: object } ? { query?: Fields<QueryOf<E>> } : unknown)

type Rest<E extends ReadEndpoint> = E extends { params: object }
  ? [input: OwnerReadInput<E>]
  : [input?: OwnerReadInput<E>]

export function ownerRead<E extends ReadEndpoint>(endpoint: E, ...[input]: Rest<E>): Promise<FoundOf<E>> {
  return renewing(() => readFound(endpoint, input as object | undefined))
}

/** A query by endpoint and input; its key begins with `owner` and the endpoint's path. */
export function ownerQuery<E extends ReadEndpoint>(endpoint: E, ...rest: Rest<E>) {
  const [input = {}] = rest
  return queryOptions({
    queryKey: ['owner', endpoint.path, input],
    queryFn: () => ownerRead(endpoint, ...rest),
  })
}

export function ownerWrite<E extends WriteEndpoint>(
  endpoint: E,
  input: WriteInput<E>,
  key?: string,
): Promise<SuccessBodyOf<E>> {
  return renewing(() => write(endpoint, input, key))
}

/** A mutation by endpoint. `mutate` takes a `submission` of its input; see `useOwnerMutation`. */
export function useOwnerWrite<E extends WriteEndpoint>(endpoint: E, options?: MutationOptions) {
  return useOwnerMutation((input: WriteInput<E>, key) => ownerWrite(endpoint, input, key), options)
}

/** Sends a form with files to an endpoint that declares `upload`. */
export function ownerUploadTo<E extends WriteEndpoint>(
  endpoint: E,
  form: FormData,
  {
    query,
    params,
    ...options
  }: UploadOptions &
    (E extends { query: object } ? { query?: Fields<QueryOf<E>> } : { query?: undefined }) &
    (E extends { params: object } ? { params: ParamsOf<E> } : { params?: undefined }),
): Promise<SuccessBodyOf<E>> {
  return ownerUpload(urlOf(endpoint, { params, query }), form, options)
}
