import * as z from 'zod/mini'
import { Empty, failure, json, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'

/** As a list of referrers names it; `other` stands there for hosts that were not counted each. */
const Host = z.string({ error: 'Required' }).check(
  typed(),
  charactersUpTo(100),
  noNul(),
  z.refine(
    (host) => /^[\w.:[\]-]+$/.test(host) && !/^(?:www[.])?other[.]?$/i.test(host) && URL.canParse(`https://${host}`),
    'Please enter the name of a website, for example spam.example',
  ),
)

export const hideReferrer = ownerWrite('POST', '/earnings/hidden-referrers', {
  summary:
    'Leave a website and its subdomains out of the list of referrers, and count no more of their views as people’s',
  body: z.object({ host: Host }),
  idempotent: true,
  purges: [],
  audit: 'Hid the referrer “…”',
  responses: {
    200: json('The website as it is stored', z.object({ host: z.string() })),
    422: failure('Too many websites are hidden'),
  },
})

export const showReferrer = ownerWrite('DELETE', '/earnings/hidden-referrers/:host', {
  summary: 'Show a hidden website among the referrers again, and count its views as people’s',
  params: { host: Host },
  idempotent: true,
  notFound: 'This website is not hidden',
  purges: [],
  audit: 'Showed the hidden referrer “…”',
  responses: { 200: json('Shown again', Empty) },
})
