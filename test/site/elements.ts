/** The text as it reads, without line breaks of the source. */
export function textOf(element: Element | null | undefined): string {
  if (!element) throw new Error('There is no such element.')
  return element.textContent.replace(/\s+/g, ' ').trim()
}

export const textsOf = (elements: Iterable<Element>): string[] => [...elements].map(textOf)

/** The attribute of each, as it is in the source. */
export function attributesOf(elements: Iterable<Element>, name: string): (string | null)[] {
  return [...elements].map((element) => element.getAttribute(name))
}

/** The heading of the page. Throws unless there is exactly one. */
export function headingOf(document: Document): string {
  return textOf(onlyElement(document, 'h1'))
}

/** The section of the main content with this heading of the second level. */
export function sectionOf(document: Document, name: string): Element {
  const heading = [...document.querySelectorAll('main h2')].find((element) => textOf(element) === name)
  const section = heading?.closest('section')
  if (!section) throw new Error(`There is no section '${name}'.`)
  return section
}

/** The form that `aria-label` names. */
export const formOf = (document: Document, name: string): HTMLFormElement =>
  onlyElement(document, `form[aria-label="${name}"]`) as HTMLFormElement

export function onlyElement(parent: ParentNode, selector: string): Element {
  const found = parent.querySelectorAll(selector)
  if (found.length !== 1) throw new Error(`${found.length} elements match ${selector}.`)
  return found[0]!
}

/** Every block of JSON-LD. */
export function structuredDataOf(document: Document): Record<string, unknown>[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent),
  )
}
