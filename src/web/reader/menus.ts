/**
 * Closes the menus of the header and the filters of the shop on Escape, on a link, and when something else is pressed or focused; an
 * opened search gets the focus.
 */
export function watchMenus(): void {
  const onElsewhere = ({ target }: Event) => closeMenus(target as Node)
  document.addEventListener('pointerdown', onElsewhere)
  document.addEventListener('focusin', onElsewhere)
  document.addEventListener('click', ({ target }) => {
    // A link to the current page changes no URL.
    if (target instanceof Element && target.closest('details[name=menu] a')) closeMenus()
  })
  document.addEventListener('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing) return
    openMenus()[0]?.querySelector('summary')?.focus()
    closeMenus()
  })
  // The event does not bubble.
  document.addEventListener('toggle', ({ target }) => focusSearch(target), true)
}

/** Closes all menus but the one around `kept`. */
function closeMenus(kept: Node | null = null): void {
  for (const menu of openMenus()) if (!menu.contains(kept)) menu.open = false
}

function openMenus(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('details[name=menu][open]')]
}

function focusSearch(menu: EventTarget | null): void {
  if (menu instanceof HTMLDetailsElement && menu.name === 'menu' && menu.open)
    menu.querySelector<HTMLInputElement>('search:only-child input')?.focus()
}
