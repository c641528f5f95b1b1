import * as z from 'zod/mini'
import { ContactChange, ContactChanges, ContactListQuery, ContactMessage, UnreadCount } from './contact-messages.ts'
import { ContactInput } from './contacts.ts'
import { type Endpoint, errorResponse, found, nothing, ownerErrors, selected, writeErrors } from './endpoint.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const gone = errorResponse('No such message')
const signedOut = { 401: errorResponse('Nobody is signed in') }
const wrongQuery = { 400: errorResponse('A parameter is wrong') }

export const contactEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/contacts',
    summary: 'Send the owner a message',
    body: ContactInput,
    idempotent: true,
    responses: { 201: { description: 'Kept', body: z.object({ id: z.number() }) }, ...writeErrors },
  },
  {
    method: 'get',
    path: '/contacts',
    owner: true,
    summary: 'Messages of a folder, newest first. `Link` and `X-Total-Count` lead to the other pages',
    query: ContactListQuery,
    responses: { ...found('The messages', z.array(ContactMessage)), ...wrongQuery, ...signedOut },
  },
  {
    method: 'get',
    path: '/contacts.csv',
    owner: true,
    summary: 'The same as a table, all pages of it, oldest first',
    query: ContactListQuery,
    responses: { ...found('Text, comma-separated', z.string()), ...wrongQuery, ...signedOut },
  },
  {
    method: 'get',
    path: '/contacts/unread-count',
    owner: true,
    summary: 'How many messages of the inbox are new',
    responses: { ...found('The number', UnreadCount), ...signedOut },
  },
  {
    method: 'get',
    path: '/contacts/:id',
    owner: true,
    summary: 'One message',
    params: id,
    responses: { ...found('The message', ContactMessage), ...signedOut, 404: gone },
  },
  {
    method: 'put',
    path: '/contacts/:id',
    owner: true,
    summary: 'Mark a message as read or new, as spam or not spam',
    params: id,
    body: ContactChange,
    idempotent: true,
    responses: { ...found('The message as it is now', ContactMessage), ...ownerErrors, 404: gone },
  },
  {
    method: 'delete',
    path: '/contacts/:id',
    owner: true,
    summary: 'Delete a message; it is gone for good after 30 days',
    params: id,
    idempotent: true,
    responses: { ...found('Deleted', nothing), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/contacts/:id/restore',
    owner: true,
    summary: 'Bring a deleted message back',
    params: id,
    idempotent: true,
    responses: { ...found('It is there again', nothing), ...signedOut, 404: gone },
  },
  { ...selected('/contacts/mark', 'Mark several messages'), body: ContactChanges },
  selected('/contacts/delete', 'Delete several messages'),
  selected('/contacts/restore', 'Bring several deleted messages back'),
]
