import * as z from 'zod/mini'
import { failure, json, ownerWrite } from '../platform/endpoint.ts'
import { newLinkUrl } from './links.ts'
import type { NetworkName } from './networks.ts'
import { type MailAnswer, Program } from './programs.ts'

/** Networks whose programs each decide whether mails may carry their links. */
const asking: readonly NetworkName[] = ['awin', 'cj', 'impact', 'rakuten', 'skimlinks', 'sovrn']

/** Whether the owner should find out the rule of a program before its links are in a mail. */
export function needsMailAnswer(network: NetworkName, mailAnswer: MailAnswer): boolean {
  return mailAnswer === '' && asking.includes(network)
}

export const stateMailRule = ownerWrite('POST', '/programs/mail-answers', {
  summary: 'Store what the program of a link has answered about links in mails, with today as its day',
  body: z.object({
    url: newLinkUrl(),
    answer: z.enum(['allowed', 'forbidden']),
  }),
  idempotent: true,
  notFound: 'No program is known by this link',
  purges: ['posts', 'pages', 'products', 'settings'],
  softPurge: true,
  audit: 'Stored what a program says about links in mails: …',
  responses: {
    200: json('The program', Program),
    409: failure('There are as many programs as there may be'),
  },
})
