import { type MutationOptions, useQueryClient } from '@tanstack/react-query'

import { type SetupInput, setUpOwner } from '../../contract/accounts/account.ts'
import { type LoginInput, login, type User } from '../../contract/accounts/auth.ts'
import { type ContactInput, createContact } from '../../contract/audience/contacts.ts'
import { type SubscribeResponse, type SubscriberInput, signUp } from '../../contract/audience/subscribers.ts'
import { newKey } from './api.ts'
import { write } from './call.ts'

/** A user's input with its idempotency key; created by `submission`. */
export type Submission<T> = { input: T; key: string }

/** One write: resolves with the response body, rejects with an ApiError. */
export type Send<Input, Result> = (submission: Submission<Input>) => Promise<Result>

export function submission<T>(input: T): Submission<T> {
  return { input, key: newKey() }
}

export function useSubscribe(): Send<SubscriberInput, SubscribeResponse> {
  return useSend(({ input, key }) => write(signUp, { body: input }, key))
}

export function useSendContact(): Send<ContactInput, { id: number }> {
  return useSend(({ input, key }) => write(createContact, { body: input }, key))
}

export function useLogin(): Send<LoginInput, { user: User }> {
  // A wrong password stays wrong.
  return useSend(({ input, key }) => write(login, { body: input }, key), { retry: false })
}

export function useSetup(): Send<SetupInput, { user: User }> {
  // The link works once.
  return useSend(({ input }) => write(setUpOwner, { body: input }), { retry: false })
}

/**
 * Sends with the query client's defaults (one retry, also offline). Replaces `useMutation`, whose state the forms do not
 * need, to keep it out of the public bundle.
 */
function useSend<Input, Result>(
  send: Send<Input, Result>,
  options?: Pick<MutationOptions, 'retry'>,
): Send<Input, Result> {
  const client = useQueryClient()
  return (submission) =>
    client
      .getMutationCache()
      .build<Result, Error, Submission<Input>, unknown>(client, { ...options, mutationFn: send })
      .execute(submission)
}
