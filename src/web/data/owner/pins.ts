import { type PinLayout, previewPin } from '../../../contract/pins.ts'
import { urlOf } from '../call.ts'

export type PinPreviewFields = { layout: PinLayout; title: string; label: string; image: string | undefined }

/** The URL of a pin that is drawn from what the editor holds. */
export function pinPreviewHref({ image = '', ...query }: PinPreviewFields): string {
  return urlOf(previewPin, { query: { ...query, image } })
}
