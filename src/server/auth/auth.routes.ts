import { Hono } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { LoginInput } from '../../contract/auth.ts'
import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { deleteSession, findSessionUser } from './sessions.repo.ts'
import { sessionCookie, signIn } from './sign-in.ts'

export type AuthOptions = {
  db: Db
  clock: () => Date
  /** On a public site the cookie travels over https only. */
  isPublic: boolean
  limit: RateLimit
}

export function authRoutes({ db, clock, isPublic, limit }: AuthOptions) {
  const cookie = sessionCookie(isPublic)
  return new Hono()
    .get('/auth/user', async (c) => {
      const user = await findSessionUser(db, getCookie(c, cookie.name) ?? '', clock())
      if (!user) throw new Refusal(401, 'Nobody is signed in')
      return c.json(user)
    })
    .post('/auth/login', async (c) => {
      limit(c)
      const user = await signIn(c, db, clock(), isPublic, await readBody(c, LoginInput))
      return c.json({ user })
    })
    .post('/auth/logout', async (c) => {
      await deleteSession(db, getCookie(c, cookie.name) ?? '')
      deleteCookie(c, cookie.name, cookie.attributes)
      return c.json({})
    })
}
