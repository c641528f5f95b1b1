import * as z from 'zod/mini'
import {
  type Endpoint,
  found,
  nothing,
  ownerRefusals,
  refused,
  selected,
  writeRefusals,
} from './endpoint-description.ts'
import { Id } from './paths.ts'
import {
  ImportInput,
  ImportReport,
  Subscriber,
  SubscriberChange,
  SubscriberListQuery,
  SubscriberRecord,
} from './subscriber-list.ts'
import { SubscribeResponse, SubscriberInput } from './subscribers.ts'

const id = { id: Id }
const gone = refused('No such subscriber')
const signedOut = { 401: refused('Nobody is signed in') }
const wrongQuery = { 400: refused('A parameter is wrong') }

export const subscriberEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/subscribers',
    summary:
      'Subscribe to the newsletter. Where mail is set up, a mail asks for the second step, and `isActive` is false until it is taken',
    body: SubscriberInput,
    idempotent: true,
    answers: { 201: { description: 'Signed up, now or before', body: SubscribeResponse }, ...writeRefusals },
  },
  {
    method: 'get',
    path: '/subscribers',
    owner: true,
    summary: 'Subscribers, newest first. `Link` and `X-Total-Count` lead to the other pages',
    query: SubscriberListQuery,
    answers: { ...found('The subscribers', z.array(Subscriber)), ...wrongQuery, ...signedOut },
  },
  {
    method: 'get',
    path: '/subscribers.csv',
    owner: true,
    summary: 'The same as a table, all pages of it, oldest first, with consent and unsubscribe address',
    query: SubscriberListQuery,
    answers: { ...found('Text, comma-separated', z.string()), ...wrongQuery, ...signedOut },
  },
  {
    method: 'get',
    path: '/subscribers/:id',
    owner: true,
    summary: 'One subscriber, with what they agreed to and when',
    params: id,
    answers: { ...found('The subscriber', SubscriberRecord), ...signedOut, 404: gone },
  },
  {
    method: 'put',
    path: '/subscribers/:id',
    owner: true,
    summary: 'Unsubscribe, or make active again with a note of how they agreed',
    params: id,
    body: SubscriberChange,
    idempotent: true,
    answers: { ...found('The subscriber as it is now', SubscriberRecord), ...ownerRefusals, 404: gone },
  },
  {
    method: 'delete',
    path: '/subscribers/:id',
    owner: true,
    summary: 'Delete a subscriber; everything about them is gone for good after a day',
    params: id,
    idempotent: true,
    answers: { ...found('Deleted', nothing), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/subscribers/:id/restore',
    owner: true,
    summary: 'Bring a deleted subscriber back',
    params: id,
    idempotent: true,
    answers: { ...found('They are there again', nothing), ...signedOut, 404: gone },
  },
  selected('/subscribers/unsubscribe', 'Unsubscribe several'),
  selected('/subscribers/delete', 'Delete several subscribers'),
  selected('/subscribers/restore', 'Bring several deleted subscribers back'),
  {
    method: 'post',
    path: '/subscribers/import',
    owner: true,
    summary: 'Add the subscribers of a CSV file (email,name); at most 4 MB. A dry run only counts',
    body: ImportInput,
    idempotent: true,
    answers: { ...found('What was done, or would be', ImportReport), ...ownerRefusals },
  },
]
