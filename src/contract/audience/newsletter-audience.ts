import * as z from 'zod/mini'
import { Day } from '../platform/days.ts'
import { json, ownerRead } from '../platform/endpoint.ts'
import { charactersUpTo, itemsUpTo } from '../platform/text-fields.ts'
import { Tag } from './subscriber-tags.ts'
import { SubscriberSource } from './subscribers.ts'

/** Tags of a condition. */
const CHOICES_MAX = 20

const tags = () => z.optional(z.array(Tag).check(itemsUpTo(CHOICES_MAX)))

/** Who gets a newsletter: all active subscribers, or those that meet each given condition. */
export const NewsletterAudience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z
    .object({
      kind: z.literal('segment'),
      /** Days in the time zone of the site, both included. */
      signedUpFrom: z.optional(Day),
      signedUpTo: z.optional(Day),
      /** Any of them. */
      sources: z.optional(z.array(SubscriberSource).check(itemsUpTo(CHOICES_MAX))),
      /** Any of them. */
      tags: tags(),
      withoutTags: tags(),
    })
    .check(
      z.refine(({ signedUpFrom = '', signedUpTo = '9999' }) => signedUpFrom <= signedUpTo, {
        path: ['signedUpTo'],
        error: 'Please choose a last day that is not before the first',
      }),
    ),
])
export type NewsletterAudience = z.infer<typeof NewsletterAudience>

/** An audience as a parameter of a query. */
const AudienceParameter = z.pipe(
  z.string({ error: 'Required' }).check(charactersUpTo(5000)),
  z.pipe(z.transform(parseJson), NewsletterAudience),
)

export const countNewsletterAudience = ownerRead('/audience/count', {
  summary: 'How many subscribers a newsletter to an audience (as JSON) reaches now, with up to five of them',
  query: z.object({ audience: AudienceParameter }),
  responses: { 200: json('The number', z.object({ count: z.number(), examples: z.array(z.string()) })) },
})

/** Undefined, which fails the validation, for anything but JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
