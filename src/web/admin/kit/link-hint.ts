import { isTagMissing, TAG_MISSING } from '../../../contract/shop/missing-tag.ts'

/** The hint below the field of a link, which says instead that a link of a known network has no tag. */
export function linkHint(typed: string | undefined, hint?: string): string | undefined {
  const url = typed?.trim() ?? ''
  return isTagMissing(/^https?:/i.test(url) ? url : `https://${url}`) ? TAG_MISSING : hint
}
