import type { Endpoint } from './endpoint-description.ts'
import { postEndpoints } from './post-endpoints.ts'

/** Endpoints that are not declared with `endpoint` yet. */
export const endpoints: Endpoint[] = [...postEndpoints]
