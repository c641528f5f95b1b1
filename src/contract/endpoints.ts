import { categoryEndpoints } from './category-endpoints.ts'
import { contactEndpoints } from './contact-endpoints.ts'
import type { Endpoint } from './endpoint-description.ts'
import { imageEndpoints } from './image-endpoints.ts'
import { mailEndpoints } from './mail-endpoints.ts'
import { personalDataEndpoints } from './personal-data-endpoints.ts'
import { postEndpoints } from './post-endpoints.ts'
import { subscriberEndpoints } from './subscriber-endpoints.ts'

/** Endpoints that are not declared with `endpoint` yet. */
export const endpoints: Endpoint[] = [
  ...categoryEndpoints,
  ...postEndpoints,
  ...imageEndpoints,
  ...subscriberEndpoints,
  ...contactEndpoints,
  ...mailEndpoints,
  ...personalDataEndpoints,
]
