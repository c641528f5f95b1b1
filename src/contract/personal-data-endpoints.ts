import { type Endpoint, found, ownerErrors } from './endpoint.ts'
import { Erasure, Person, PersonalData } from './personal-data.ts'

/** The address travels in the body: what stands in an address of the site ends up in logs. */
export const personalDataEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/personal-data/export',
    owner: true,
    summary: 'Everything that is kept about the owner of an email address',
    body: Person,
    responses: { ...found('What is kept; nothing where the address is unknown', PersonalData), ...ownerErrors },
  },
  {
    method: 'post',
    path: '/personal-data/erase',
    owner: true,
    summary: 'Delete all of it for good, at once',
    body: Person,
    idempotent: true,
    responses: { ...found('How much was deleted', Erasure), ...ownerErrors },
  },
]
