import { escapeHtml } from '../../content/rich-text/html-tokens.ts'

/** Text of an element as CDATA, whose end within it is split; without the characters that XML forbids. */
export function cdata(text: string): string {
  const clean = text.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return `<![CDATA[${clean.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** An element of WXR with text; numbers stand in no CDATA. */
export function field(name: string, value: string | number): string {
  return `\t\t<${name}>${typeof value === 'number' ? value : cdata(value)}</${name}>\n`
}

/** An address as text of XML. */
export const address = (url: string) => escapeHtml(url)

export function postMeta(key: string, value: string | number): string {
  return `\t\t<wp:postmeta>\n\t${field('wp:meta_key', key)}\t${field('wp:meta_value', String(value))}\t\t</wp:postmeta>\n`
}

export function term(domain: 'category' | 'post_tag', { slug, name }: { slug: string; name: string }): string {
  return `\t\t<category domain="${domain}" nicename="${address(slug)}">${cdata(name)}</category>\n`
}

/** A time as WordPress writes it: `2026-03-10 15:00:00` in a time zone. */
export function localTime(time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(new Date(time))
}

/** WordPress' mark of a draft, which has no time in UTC. */
export const NO_TIME = '0000-00-00 00:00:00'

export const wxrHead = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
`

export const wxrEnd = '</channel>\n</rss>\n'
