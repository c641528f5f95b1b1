import type { Site } from '../../../contract/accounts/site.ts'
import type { Post } from '../../../contract/content/posts.ts'
import { postHref } from '../../hrefs.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import type { Pin } from './pin.ts'

type PinnedPost = Pick<Post, 'slug' | 'title' | 'pinText' | 'updatedAt' | 'kicker'> &
  Partial<Pick<Post, 'pinLayout' | 'pinImage'>>

/**
 * The pin of a post, by the precedence of docs/pins.md. `cover` is its picture where the owner chose neither a layout nor
 * another picture.
 */
export function postPin(site: Pick<Site, 'origin'>, post: PinnedPost, cover: string): Pin {
  const { slug, title, pinText, pinLayout, pinImage, updatedAt } = post
  const drawn = `/share/pins/${encodeURIComponent(slug)}.jpg?v=${Date.parse(updatedAt)}`
  return {
    url: absoluteUrl(site, postHref(slug)),
    media: pinLayout ? absoluteUrl(site, drawn) : pinImage ? absoluteUrl(site, pinImage) : cover,
    description: withLabel(post, pinText || title),
  }
}

/** A text that is shared about a post, with the words of its label first. */
export function withLabel({ kicker }: Pick<Post, 'kicker'>, text: string): string {
  return kicker ? `${kicker}: ${text}` : text
}
