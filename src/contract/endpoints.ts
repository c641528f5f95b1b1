import * as z from 'zod/mini'
import { analyticsEndpoints } from './analytics-endpoints.ts'
import { AuditEntry, AuditQuery } from './audit.ts'
import { Author } from './auth.ts'
import { authEndpoints } from './auth-endpoints.ts'
import { backupEndpoints } from './backup-endpoints.ts'
import { categoryEndpoints } from './category-endpoints.ts'
import { contactEndpoints } from './contact-endpoints.ts'
import { type Endpoint, errorResponse, found, writeErrors } from './endpoint.ts'
import { imageEndpoints } from './image-endpoints.ts'
import { jobEndpoints } from './job-endpoints.ts'
import { mailEndpoints } from './mail-endpoints.ts'
import { Id } from './paths.ts'
import { personalDataEndpoints } from './personal-data-endpoints.ts'
import { postEndpoints } from './post-endpoints.ts'
import { Problem } from './problems.ts'
import { productEndpoints } from './product-endpoints.ts'
import { SearchQuery, SearchResults } from './search.ts'
import { EditableSettings, SettingsConflict, SettingsInput } from './settings.ts'
import { Site } from './site.ts'
import { subscriberEndpoints } from './subscriber-endpoints.ts'

/** Every endpoint of the API, as `/api/openapi.json` describes it. A test holds it against the mounted routes. */
export const endpoints: Endpoint[] = [
  { method: 'get', path: '/site', summary: 'Settings of the site', responses: found('The settings', Site) },
  {
    method: 'get',
    path: '/settings',
    owner: true,
    summary: 'The settings to edit, with their defaults and their version (also as ETag)',
    responses: found('The settings', EditableSettings),
  },
  {
    method: 'put',
    path: '/settings',
    owner: true,
    ifMatch: true,
    summary: 'Change any of the settings; with `If-Match`, only if nobody changed them meanwhile',
    body: SettingsInput,
    idempotent: true,
    responses: {
      ...found('The settings as they stand now', EditableSettings),
      ...writeErrors,
      409: { description: 'They were changed meanwhile; the answer holds them as they stand', body: SettingsConflict },
    },
  },
  ...categoryEndpoints,
  ...postEndpoints,
  ...imageEndpoints,
  ...productEndpoints,
  {
    method: 'get',
    path: '/search',
    summary: 'Published posts and active products for a term, best first; a typo is forgiven',
    query: SearchQuery,
    responses: { ...found('What was found', SearchResults), 400: errorResponse('The term is missing or too long') },
  },
  {
    method: 'get',
    path: '/users/:id',
    summary: 'The public face of the author',
    params: { id: Id },
    responses: { ...found('The author', Author), 404: errorResponse('No such user') },
  },
  ...subscriberEndpoints,
  ...contactEndpoints,
  ...mailEndpoints,
  ...analyticsEndpoints,
  ...authEndpoints,
  ...backupEndpoints,
  ...jobEndpoints,
  ...personalDataEndpoints,
  {
    method: 'get',
    path: '/audit',
    owner: true,
    summary: 'What the owner changed, newest first',
    query: AuditQuery,
    responses: { ...found('The changes', z.array(AuditEntry)), 400: errorResponse('A parameter is wrong') },
  },
  {
    method: 'get',
    path: '/problems',
    owner: true,
    summary: 'What is wrong with the machine beneath the site: a full disk, a damaged database, vanished images',
    responses: found('The problems; none when all is well', z.array(Problem)),
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    responses: found('OpenAPI 3.1', z.looseObject({})),
  },
]
