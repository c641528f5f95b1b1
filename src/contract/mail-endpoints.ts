import * as z from 'zod/mini'
import { type Endpoint, errorResponse, found } from './endpoint.ts'
import { Mail, MailListQuery, MailSetup, MailSummary } from './mails.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const signedOut = { 401: errorResponse('Nobody is signed in') }
const gone = { 404: errorResponse('No such mail') }

export const mailEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/mails',
    owner: true,
    summary: 'Mails of the site, newest first, with what became of them',
    query: MailListQuery,
    responses: {
      ...found('The mails', z.array(MailSummary)),
      400: errorResponse('A parameter is wrong'),
      ...signedOut,
    },
  },
  {
    method: 'get',
    path: '/mails/setup',
    owner: true,
    summary: 'How mail leaves this site',
    responses: { ...found('The setup', MailSetup), ...signedOut },
  },
  {
    method: 'post',
    path: '/mails/test',
    owner: true,
    summary: 'Send the owner a test mail, and say what happened',
    idempotent: true,
    responses: {
      201: { description: 'The mail with its state', body: Mail },
      400: errorResponse('The Idempotency-Key is not right'),
      ...signedOut,
      422: errorResponse('The Idempotency-Key belongs to another request'),
    },
  },
  {
    method: 'get',
    path: '/mails/:id',
    owner: true,
    summary: 'One mail with its body; bodies of sent mails are kept for 30 days',
    params: id,
    responses: { ...found('The mail', Mail), ...signedOut, ...gone },
  },
  {
    method: 'post',
    path: '/mails/:id/retry',
    owner: true,
    summary: 'Try a mail that was given up once more, at once; any other stays as it is',
    params: id,
    responses: { ...found('The mail with its state', Mail), ...signedOut, ...gone },
  },
]
