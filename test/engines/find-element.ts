export type Kind = 'button' | 'link' | 'tab' | 'menuitem' | 'field' | 'heading' | 'dialog'

/** Describes an element: its kind, its accessible name (`pattern` is a regular expression's source), the dialog around it. */
export type Target = { kind: Kind; pattern: string; dialog?: string }

type Found = { x: number; y: number } | { problem: string }

/**
 * Runs in the page, so it must not use anything outside itself. Scrolls the element into view and returns its centre; the
 * problem if it does not exist, or if another element would receive a click there.
 */
export function findElement({ kind, pattern, dialog }: Target): Found {
  const selectors: Record<Kind, string> = {
    button: 'button, [role="button"], input[type="submit"]',
    link: 'a[href]',
    tab: '[role="tab"]',
    menuitem: '[role="menuitem"]',
    field: 'input:not([type="file"]), textarea, select, [role="textbox"]',
    heading: 'h1, h2, h3, h4, h5, h6',
    dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
  }
  const textOf = (node: Element | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const labels = 'labels' in element ? [...(element as HTMLInputElement).labels!] : []
    const sources = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : labels
    return element.getAttribute('aria-label') ?? (sources.map(textOf).join(' ') || textOf(element))
  }
  const search = (root: ParentNode, wanted: Kind, expression: string) =>
    [...root.querySelectorAll(selectors[wanted])].find(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && new RegExp(expression).test(nameOf(element)),
    )

  const root = dialog === undefined ? document : search(document, 'dialog', dialog)
  const element = root && search(root, kind, pattern)
  if (!element) return { problem: root ? 'it does not exist' : `the dialog ${dialog} does not exist` }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  // The first line of a link that wraps, since the centre of its box may be outside.
  const box = element.getClientRects()[0]!
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  const top = document.elementFromPoint(x, y)
  if (!top || !(element.contains(top) || top.contains(element)))
    return { problem: `it is behind ${top?.outerHTML.slice(0, 200)}` }
  return { x, y }
}
