import { useEffect } from 'react'

/** Where the focus was: the control, its row with the rows around it, and its ancestors from the nearest on. */
type Place = {
  pathname: string
  control: HTMLElement
  row: HTMLElement | undefined
  name: string
  index: number
  rows: HTMLElement[]
  ancestors: HTMLElement[]
}

/** Rows of lists; one that is named in `data-name` is looked through for a control of the same name. */
const ROWS = 'tr, li, [data-row]'
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
/** A list with its bulk actions, and what takes the focus in it where it has no row for that. */
const LIST = '[data-list]'
const KEEPER = '[data-keeps-focus]'
/** The same of lists without these attributes. */
const PLAIN_LISTS = 'table, ol, ul, fieldset, dialog'
/** These return the focus when they close. */
const POPUPS = '[role="menu"], [role="listbox"]'
/** A dialog that closes and a list with a rule of its own place the focus first. */
const PLACED_AFTER_MS = 50

/**
 * Keeps the focus where a change of the admin removes what had it: the same control of the next row gets it, else that of the
 * previous one, else the list by its name. A control that was disabled, as the fields of a form are while it is saved, gets it
 * back. Without it a keyboard begins again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let onPage: Place | undefined
    let inDialog: Place | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement) || isPage(target) || target.closest(POPUPS)) return
      const place = target.matches(`${CONTROLS}, ${KEEPER}`) ? toPlace(target) : undefined
      if (target.closest('dialog')) inDialog = place
      else [onPage, inDialog] = [place, undefined]
    }
    const handleFocus = ({ target }: FocusEvent) => {
      // A dialog leaves the focus to the page if the button that opened it is gone.
      if (isPage(target)) recoverSoon()
      else note(target)
    }
    // A press on what cannot have the focus leaves the list, too.
    const handlePress = ({ target }: Event) => {
      if (target instanceof Element) note(target.closest(CONTROLS) ?? target)
    }
    const recoverSoon = () => {
      clearTimeout(timer)
      if ([onPage, inDialog].every((place) => !place || place.control.isConnected)) return
      timer = setTimeout(() => recover(document.querySelector('dialog[open]') ? inDialog : onPage), PLACED_AFTER_MS)
    }
    const observer = new MutationObserver((changes) => {
      recoverSoon()
      const control = (document.querySelector('dialog[open]') ? inDialog : onPage)?.control
      const isEnabled = changes.some(({ type, target }) => type === 'attributes' && target.contains(control ?? null))
      if (control && isEnabled && isPage(document.activeElement)) control.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('pointerdown', handlePress)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('pointerdown', handlePress)
    }
  }, [])
}

const isPage = (target: unknown) =>
  target === null || target === document.body || target === document.getElementById('main')

function toPlace(control: HTMLElement): Place {
  const row = control.closest<HTMLElement>(ROWS) ?? undefined
  const ancestors: HTMLElement[] = []
  for (let each = control.parentElement; each && each !== document.body; each = each.parentElement) ancestors.push(each)
  return {
    pathname: window.location.pathname,
    control,
    row,
    name: row ? nameIn(row, control) : '',
    index: row ? controlsOf(row).indexOf(control) : -1,
    rows: row?.parentElement
      ? Array.from(row.parentElement.children).filter((each) => each instanceof HTMLElement)
      : [],
    ancestors,
  }
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return Array.from(row.querySelectorAll<HTMLElement>(CONTROLS)).filter((each) => each.checkVisibility())
}

/** The name of a control without that of its row: 'Delete: ' of 'Delete: Oat cream'. */
function nameIn(row: HTMLElement, control: HTMLElement): string {
  const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
  return row.dataset.name ? name.replace(row.dataset.name, '') : name
}

/** Another page has a focus of its own. */
function recover(place: Place | undefined): void {
  if (!place || place.control.isConnected || place.pathname !== window.location.pathname) return
  if (!isPage(document.activeElement)) return
  const control = findControl(place)
  const target = control ?? findList(place) ?? document.getElementById('main')
  if (target && target.tabIndex < 0) target.tabIndex = -1
  target?.focus({ preventScroll: !control })
}

function findControl({ row, rows, name, index }: Place): HTMLElement | undefined {
  if (!row) return undefined
  const at = rows.indexOf(row)
  const near = [row, ...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
  for (const each of near.filter(({ isConnected }) => isConnected)) {
    const controls = controlsOf(each)
    const found = controls.find((control) => nameIn(each, control) === name) ?? controls[index] ?? controls[0]
    if (found) return found
  }
  return undefined
}

function findList({ row, ancestors }: Place): HTMLElement | undefined {
  // An empty list may be hidden.
  const left = ancestors.filter((each) => each.checkVisibility())
  const keeper = left.find((each) => each.matches(LIST))?.querySelector<HTMLElement>(KEEPER)
  return keeper ?? (row && left.find((each) => each.matches(PLAIN_LISTS)))
}
