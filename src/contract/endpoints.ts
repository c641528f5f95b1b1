import * as z from 'zod/mini'
import { AuditEntry, AuditQuery } from './audit.ts'
import { authEndpoints } from './auth-endpoints.ts'
import { backupEndpoints } from './backup-endpoints.ts'
import { categoryEndpoints } from './category-endpoints.ts'
import { contactEndpoints } from './contact-endpoints.ts'
import { type Endpoint, found, refused } from './endpoint-description.ts'
import { imageEndpoints } from './image-endpoints.ts'
import { jobEndpoints } from './job-endpoints.ts'
import { mailEndpoints } from './mail-endpoints.ts'
import { personalDataEndpoints } from './personal-data-endpoints.ts'
import { Problem } from './problems.ts'
import { subscriberEndpoints } from './subscriber-endpoints.ts'

/** Every endpoint of the API, as `/api/openapi.json` describes it. A test holds it against the mounted routes. */
export const endpoints: Endpoint[] = [
  ...categoryEndpoints,
  ...imageEndpoints,
  ...subscriberEndpoints,
  ...contactEndpoints,
  ...mailEndpoints,
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
    answers: { ...found('The changes', z.array(AuditEntry)), 400: refused('A parameter is wrong') },
  },
  {
    method: 'get',
    path: '/problems',
    owner: true,
    summary: 'What is wrong with the machine beneath the site: a full disk, a damaged database, vanished images',
    answers: found('The problems; none when all is well', z.array(Problem)),
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    answers: found('OpenAPI 3.1', z.looseObject({})),
  },
]
