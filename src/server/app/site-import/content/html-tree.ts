import { Parser } from 'htmlparser2'
import { endTag, escapeText, startTag } from '../../../content/rich-text/html-tokens.ts'

export type HtmlElement = { name: string; attributes: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = HtmlElement | string | { comment: string }

/** Elements within each other at most; the tags of deeper ones are left out, their text stays. */
const DEPTH_MAX = 200

/** HTML of any quality as a list of nodes. */
export function parseTree(html: string): HtmlNode[] {
  const root = element('', {}, [])
  const open = [root]
  let skipped = 0
  const add = (node: HtmlNode) => open.at(-1)!.children.push(node)
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length > DEPTH_MAX) {
        skipped += 1
        return
      }
      const child = element(name, attributes, [])
      add(child)
      open.push(child)
    },
    onclosetag() {
      if (skipped > 0) skipped -= 1
      else if (open.length > 1) open.pop()
    },
    ontext: add,
    oncomment: (comment) => add({ comment }),
  })
  parser.end(html)
  return root.children
}

export function writeTree(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node)
      if ('comment' in node) return ''
      return startTag(node.name, node.attributes) + writeTree(node.children) + endTag(node.name)
    })
    .join('')
}

/** Undefined attributes are left out. */
export function element(
  name: string,
  attributes: Record<string, string | undefined>,
  children: HtmlNode[],
): HtmlElement {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return { name, attributes: Object.fromEntries(given) as Record<string, string>, children }
}

export function isElement(node: HtmlNode, ...names: string[]): node is HtmlElement {
  return typeof node !== 'string' && 'children' in node && (names.length === 0 || names.includes(node.name))
}

export function hasClass(node: HtmlElement, pattern: RegExp): boolean {
  return (node.attributes.class ?? '').split(/\s+/).some((name) => pattern.test(name))
}

/** The elements of the nodes and in them that `matches`, none within another, in the order of the text. */
export function findAll(nodes: readonly HtmlNode[], matches: (node: HtmlElement) => boolean): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    return matches(node) ? [node] : findAll(node.children, matches)
  })
}

/** Their text in one line. */
export function textIn(nodes: readonly HtmlNode[]): string {
  return rawText(nodes).replace(/\s+/g, ' ').trim()
}

function rawText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string' ? node : isElement(node) ? rawText(node.children) + (node.name === 'br' ? ' ' : '') : '',
    )
    .join('')
}

/** Whether nothing of them is seen. */
export function isBlank(nodes: readonly HtmlNode[]): boolean {
  return nodes.every((node) => (typeof node === 'string' ? node.trim() === '' : !isElement(node) || node.name === 'br'))
}
