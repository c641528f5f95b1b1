import type { Author } from '../../../contract/accounts/site.ts'
import type { SharedSettings } from '../../data/page-data.ts'
import { absoluteUrl, sharedPictureUrl } from './absolute-url.ts'

/** The author of texts for search engines: the person of the settings, or else the site. */
export function authorData(site: SharedSettings, author: Author | null) {
  const url = absoluteUrl(site, '/about')
  if (!author) return { '@type': 'Organization', name: site.brand, url }
  return {
    '@type': 'Person',
    name: author.name,
    url,
    description: author.bio,
    image: author.picture ? sharedPictureUrl(site, author.picture) : '',
    sameAs: author.links,
  }
}
