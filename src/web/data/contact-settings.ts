import { queryOptions } from '@tanstack/react-query'
import { findSite } from '../../contract/accounts/site.ts'
import type { Read } from '../../contract/platform/endpoint.ts'

/** The contact page alone shows these, apart from the social profiles, which every page carries. */
export const contactSettingsQuery = (read: Read) =>
  queryOptions({
    queryKey: ['/api/site', 'contact'],
    async queryFn() {
      const { email, location, collaborations } = await read(findSite)
      return { email, location, collaborations }
    },
  })
