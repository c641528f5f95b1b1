import {
  createPreviewLink,
  deletePreviewLink,
  listPreviewLinks,
  type NewPreviewLink,
  type PreviewLinkInput,
} from '../../../contract/content/preview-links.ts'
import { newKey } from '../api.ts'
import { ownerQuery, ownerWrite } from './owner-call.ts'

/** The links to the preview of a post that work. */
export const previewLinksQuery = (id: number) => ownerQuery(listPreviewLinks, { params: { id } })

/** The token is in this response alone, so that a repeated request makes another link instead of replaying it. */
export const addPreviewLink = (id: number, days: PreviewLinkInput['days']): Promise<NewPreviewLink> =>
  ownerWrite(createPreviewLink, { params: { id }, body: { days } })

export const withdrawPreviewLink = (id: number, linkId: number) =>
  ownerWrite(deletePreviewLink, { params: { id, linkId } }, newKey())
