import { queryString } from '../../lib/query-string.ts'

/** Absolute URLs of a page and of its image, and a description. */
export type Pin = { url: string; media: string; description: string }

/** URL of the pin form, which is also the link target without JavaScript. */
export function pinAddress({ url, media, description }: Pin): string {
  return `https://www.pinterest.com/pin/create/button/?${queryString({ url, media, description })}`
}
