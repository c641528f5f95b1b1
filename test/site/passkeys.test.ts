import { expect, test } from 'vitest'
import { createVisitor } from './visitor.ts'

test('A passkey of another site’s challenge is refused', async () => {
  const response = await createVisitor().fetch('/api/auth/passkey-login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      response: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
      },
    }),
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    message: 'That passkey was not accepted. Please try again, or use your password.',
  })
})
