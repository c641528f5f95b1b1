/** Scrolls a row that is swiped on phones to the link that the keyboard reaches; the browser leaves one that is cut where it is. */
export function showFocused(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const { left, right } = target.getBoundingClientRect()
    if (left < 0 || right > innerWidth) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
