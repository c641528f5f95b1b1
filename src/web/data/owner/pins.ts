import { checkPinText, type PinLayout, previewPin } from '../../../contract/content/pins.ts'
import { urlOf } from '../call.ts'
import { ownerQuery } from './owner-call.ts'

export type PinPreviewFields = { layout: PinLayout; title: string; label: string; image: string | undefined }

/** The URL of a pin that is drawn from what the editor holds. */
export function pinPreviewHref({ image = '', ...query }: PinPreviewFields): string {
  return urlOf(previewPin, { query: { ...query, image } })
}

/** The characters that the pin leaves out. */
export const pinTextCheckQuery = ({ title, label }: Pick<PinPreviewFields, 'title' | 'label'>) =>
  ownerQuery(checkPinText, { query: { title, label } })
