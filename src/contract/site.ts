import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { Picture } from './pictures.ts'
import { mapSettings } from './setting-fields.ts'

/** The stored settings. An invalid stored value is replaced by its default, so that pages still render. */
export const Settings = z.object(
  mapSettings(({ default: value, max }) => z.catch(z._default(z.string().check(z.maxLength(max)), value), value)),
)
export type Settings = z.infer<typeof Settings>

/** The settings with data that the server adds; part of every page. */
export const Site = z.extend(Settings, {
  /** The absolute base URL of the site, without a trailing slash. */
  origin: z.string(),
  logoPicture: z.nullable(Picture),
  heroPicture: z.nullable(Picture),
  aboutPicture: z.nullable(Picture),
  /** Username and password of the demo account while its password is unchanged. */
  demoAccount: z.nullable(z.object({ username: z.string(), password: z.string() })),
})
export type Site = z.infer<typeof Site>

export const findSite = endpoint({
  method: 'GET',
  path: '/site',
  access: 'public',
  summary: 'Settings of the site',
  dependsOn: ['settings', 'images', 'users'],
  cacheable: true,
  responses: { 200: json('The settings', Site) },
})
