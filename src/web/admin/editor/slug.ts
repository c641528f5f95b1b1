import { SLUG_MAX } from '../../../contract/content/posts.ts'
import { cutSlug, toLatin } from './to-latin.ts'

/** Shorter titles do not produce a slug while they are typed. */
export const SLUG_MIN_TITLE_LENGTH = 3

/**
 * The slug of a title: lower case, word characters only, single hyphens for spaces. Accented characters become plain ones;
 * those of scripts without a transliteration stay.
 */
export function slugOf(title: string): string {
  const slug = toLatin(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
  return cutSlug(slug, SLUG_MAX)
}
