import { Parser } from 'htmlparser2'

/** An element of a page, with its place in the text of the page. */
export type PageElement = {
  name: string
  attributes: Record<string, string>
  parent: PageElement | undefined
  children: PageElement[]
  /** Whether it has text of its own, outside its children. */
  hasText: boolean
  start: number
  /** The end of its start tag. */
  openEnd: number
  end: number
}

/** Replaces a part of the page; what is changed within a part that is replaced has no effect. */
export type Edit = { start: number; end: number; text: string }

/** The elements of a page in the order of their start tags. */
export function listElements(html: string): PageElement[] {
  const elements: PageElement[] = []
  const open: PageElement[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const parent = open.at(-1)
        const openEnd = parser.endIndex + 1
        const element: PageElement = {
          name,
          attributes,
          parent,
          children: [],
          hasText: false,
          start: parser.startIndex,
          openEnd,
          end: openEnd,
        }
        parent?.children.push(element)
        elements.push(element)
        open.push(element)
      },
      onclosetag(_name, isImplied) {
        const element = open.pop()
        if (element) element.end = isImplied ? Math.max(element.openEnd, parser.startIndex) : parser.endIndex + 1
      },
      ontext(text) {
        const element = open.at(-1)
        if (element && text.trim() !== '') element.hasText = true
      },
    },
    // SVG has names with capitals.
    { lowerCaseTags: false, lowerCaseAttributeNames: false },
  )
  parser.end(html)
  return elements
}

export function applyEdits(html: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    parts.push(html.slice(at, start), text)
    at = end
  }
  return parts.join('') + html.slice(at)
}

/** The outermost element that has nothing but this one; the summary of a menu does not count. */
export function wholeUnit(element: PageElement): PageElement {
  const { parent } = element
  const isAlone =
    parent &&
    !parent.hasText &&
    !['body', 'main', 'article', 'section', 'aside', 'header', 'footer', 'nav'].includes(parent.name) &&
    parent.children.every((child) => child === element || child.name === 'summary')
  return isAlone ? wholeUnit(parent) : element
}

export function isWithin(element: PageElement, matches: (element: PageElement) => boolean): boolean {
  return element.parent !== undefined && (matches(element.parent) || isWithin(element.parent, matches))
}
