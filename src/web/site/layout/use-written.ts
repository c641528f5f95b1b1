import { isEnglish } from '../../../contract/platform/is-english.ts'
import { useSite } from './use-site.tsx'

type Written = { dir: 'auto'; lang?: string }

const inLanguageOfPage: Written = { dir: 'auto' }

/**
 * The attributes of an element whose text the owner wrote. Its direction is that of the text; its language is named where the
 * page around it, which the product wrote, is in another one.
 */
export function useWritten(): Written {
  const { language } = useSite()
  return isEnglish(language) ? inLanguageOfPage : { dir: 'auto', lang: language }
}
