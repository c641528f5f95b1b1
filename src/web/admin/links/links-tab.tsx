import { useParams } from '../../lib/router.tsx'
import { LinkList } from './link-list.tsx'
import { LinkPage } from './link-page.tsx'

/** The list of affiliate links, or the one that the address names. */
export function LinksTab() {
  const { id } = useParams()
  return id === undefined ? <LinkList /> : <LinkPage key={id} id={Number(id)} />
}
