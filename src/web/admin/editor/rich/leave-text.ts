const stops = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]'

/** Moves the focus to the first tab stop after the text, skipping those inside it; to the toolbar if the page has no other. */
export function leaveText(text: HTMLElement, toolbar: HTMLElement | null): void {
  const isAfter = (element: HTMLElement) =>
    element.compareDocumentPosition(text) === Node.DOCUMENT_POSITION_PRECEDING &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true })
  const next = [...document.querySelectorAll<HTMLElement>(stops)].find(isAfter)
  const target = next ?? toolbar?.querySelector<HTMLElement>('[tabindex="0"]')
  target?.focus()
}
