import { Hono } from 'hono'

/** Where password managers look for the change of a password (W3C, change-password-url) and for passkeys (W3C, passkey-endpoints). */
export function passwordManagerRoutes({ origin }: { origin: string }) {
  const page = '/admin/settings/security'
  return new Hono()
    .get('/.well-known/change-password', (c) => c.redirect(page))
    .get('/.well-known/passkey-endpoints', (c) => c.json({ enroll: origin + page, manage: origin + page }))
}
