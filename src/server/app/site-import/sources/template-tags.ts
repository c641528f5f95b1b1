import { escapeHtml } from '../../../content/rich-text/html-tokens.ts'

type Tag = { name: string; isEnd: boolean; values: Map<string, string>; words: string[] }

/** A shortcode of Hugo, `{{< … >}}` or `{{% … %}}`, or a tag of Liquid, `{% … %}`, without its ends; Liquid's output, `{{ … }}`. */
const tagPattern = /\{\{<([^\n]*?)\/?>\}\}|\{\{%([^\n]*?)\/?%\}\}|\{%-?([^\n]*?)-?%\}|\{\{-?([^{}\n]*?)-?\}\}/g
const partPattern =
  /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|(\S+))|"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|(\S+)/g

/** Replaces shortcodes and template tags in Markdown by Markdown and HTML. What has no meaning here is named in `notes`; the text within stays. */
export function replaceTags(markdown: string, notes: Set<string>): string {
  const text = markdown.replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, '')
  return text.replace(tagPattern, (whole, short?: string, percent?: string, liquid?: string, output?: string) => {
    if (output !== undefined) return replaceOutput(whole, output, notes)
    const inner = (short ?? percent ?? liquid ?? '').trim()
    // A shortcode that is shown as it is written.
    if (inner.startsWith('/*')) return whole.replace('/*', '').replace('*/', '')
    const tag = readTag(inner)
    const rendered = renderTag(tag)
    if (rendered !== undefined) return rendered
    if (!tag.isEnd) notes.add(`The shortcode “${tag.name.slice(0, 100)}” was left out.`)
    return ''
  })
}

function readTag(inner: string): Tag {
  const isEnd = inner.startsWith('/')
  const [name = '', ...parts] = [...inner.replace(/^\/\s*/, '').matchAll(partPattern)].map((found) => found)
  const values = new Map<string, string>()
  const words: string[] = []
  for (const part of parts) {
    const value = part.slice(2).find((each) => each !== undefined) ?? ''
    if (part[1]) values.set(part[1].toLowerCase(), value)
    else words.push(value)
  }
  const word = name === '' ? '' : (name.slice(1).find((each) => each !== undefined) ?? '')
  return { name: word, isEnd: isEnd || /^end\w/.test(word), values, words }
}

/** Liquid's output: the address of the site, and paths through filters. */
function replaceOutput(whole: string, output: string, notes: Set<string>): string {
  const value = output.split('|')[0]!.trim()
  if (/^(?:site\.(?:baseurl|url)|\$?\.?Site\.BaseURL|page\.baseurl)$/.test(value)) return ''
  const text = /^(["'])(.*)\1$/.exec(value)?.[2]
  if (text !== undefined) return text
  notes.add(`The tag “${whole.slice(0, 100)}” stays as text.`)
  return whole
}

/** Undefined for a tag that has no meaning here. */
function renderTag({ name, isEnd, values, words }: Tag): string | undefined {
  const [first = '', second = ''] = words
  const value = (...keys: string[]) => keys.map((key) => values.get(key)).find(Boolean) ?? ''
  const embed = (url: string) => `\n<figure class="wp-block-embed">${escapeHtml(url)}</figure>\n`
  switch (name.toLowerCase()) {
    case 'raw':
    case 'endraw':
    case 'gallery':
    case 'endgallery':
      return ''
    case 'figure':
    case 'img':
    case 'image':
      return isEnd ? '' : figure(value('src', 'image', 'url') || first, value('alt', 'title'), value('caption'))
    case 'include':
      return include(first, value)
    case 'youtube':
      return embed(`https://www.youtube.com/watch?v=${value('id') || first}`)
    case 'vimeo':
      return embed(`https://vimeo.com/${value('id') || first}`)
    case 'instagram':
      return embed(`https://www.instagram.com/p/${value('id') || first}/`)
    case 'tweet':
    case 'x':
    case 'twitter':
      return embed(`https://twitter.com/${value('user') || 'i'}/status/${value('id') || first}`)
    case 'ref':
    case 'relref':
    case 'link':
      return `/${(first || value('path')).replace(/^\//, '').replace(/(?:\/?_?index)?\.md$/, '')}/`
    case 'post_url':
      return first.replace(/^.*?(\d{4})-(\d\d)-(\d\d)-(.*)$/, '/$1/$2/$3/$4.html')
    case 'highlight':
      return '\n```\n'
    case 'endhighlight':
      return '\n```\n'
    case 'button':
      return isEnd
        ? undefined
        : button(value('href', 'url', 'link', 'relref') || first, value('text', 'label') || second)
    case 'notice':
    case 'callout':
    case 'alert':
    case 'admonition':
    case 'hint':
    case 'tip':
      return isEnd ? '\n\n</aside>\n\n' : '\n\n<aside data-block="callout">\n\n'
    case 'details':
    case 'accordion':
    case 'expand': {
      const title = value('summary', 'title') || first || 'More'
      return isEnd ? '\n\n</details>\n\n' : `\n\n<details><summary>${escapeHtml(title)}</summary>\n\n`
    }
    default:
      return undefined
  }
}

function figure(src: string, alt: string, caption: string): string {
  const words = caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ''
  return src ? `\n<figure><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">${words}</figure>\n` : ''
}

function button(href: string, text: string): string | undefined {
  return href && text
    ? `\n<p data-block="button"><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>\n`
    : undefined
}

/** The includes of common themes of Jekyll. */
function include(file: string, value: (...keys: string[]) => string): string | undefined {
  const name = file
    .replace(/\.html?$/, '')
    .split('/')
    .at(-1)
  if (name === 'youtube' || name === 'youtubePlayer')
    return `\n<figure class="wp-block-embed">https://www.youtube.com/watch?v=${escapeHtml(value('id'))}</figure>\n`
  const src = value('image_path', 'src', 'url', 'file')
  return src ? figure(src, value('alt'), value('caption')) : undefined
}
