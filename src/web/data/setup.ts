import { useMutation } from '@tanstack/react-query'
import type { SetupInput } from '../../contract/account.ts'
import type { User } from '../../contract/auth.ts'
import { sendJson } from './api.ts'
import type { Submission } from './mutations.ts'

export function useSetup() {
  return useMutation({
    mutationFn: ({ input }: Submission<SetupInput>) => sendJson<{ user: User }>('POST', '/api/auth/setup', input),
    // The link works once: asked again, it would be refused.
    retry: false,
  })
}
