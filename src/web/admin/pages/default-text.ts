import type { BuiltInPage } from '../../../contract/content/built-in-pages.ts'
import { readAboutSettings, readPageHtml } from '../../data/owner/pages.ts'
import { paragraphsOf } from '../../lib/paragraphs.ts'
import { parseHtmlFragment } from '../editor/rich/parse-html-fragment.ts'

export type DefaultText = { title: string; content: string; metaDescription: string | null }

/** The text of a built-in page while the owner has written none, as blocks of the editor. */
export function readDefaultText(slug: BuiltInPage): Promise<DefaultText> {
  return slug === 'about' ? defaultAbout() : defaultPolicy(slug)
}

async function defaultAbout(): Promise<DefaultText> {
  const { aboutText, aboutImage, aboutPicture } = await readAboutSettings()
  const picture = aboutImage
    ? `<img src="${escapeHtml(aboutImage)}" alt="${escapeHtml(aboutPicture?.altText ?? '')}">`
    : ''
  const paragraphs = paragraphsOf(aboutText).map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
  return { title: 'About Me', content: [picture, ...paragraphs].join('\n'), metaDescription: null }
}

/** From the page itself, so that the text of the specification stands in one place. */
async function defaultPolicy(slug: BuiltInPage): Promise<DefaultText> {
  const page = parseHtmlFragment(await readPageHtml(slug)).ownerDocument
  const sections = [...page.querySelectorAll('main article section')]
  return {
    title: page.querySelector('main h1')?.textContent ?? '',
    content: sections.map((section) => section.innerHTML).join('\n'),
    metaDescription: page.querySelector('meta[name=description]')?.getAttribute('content') ?? null,
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
