import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Shown = { anchor: HTMLElement; text: string }

const SHOW_MS = 500
/** Long enough for the pointer to reach the tooltip. */
const HIDE_MS = 200
const GAP = 6

/**
 * The tooltip of every element with `data-tooltip`, on hover and on keyboard focus. It can be pointed at, and Escape hides it.
 * It repeats the name of its button, so screen readers are not told of it.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown>()
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => followAnchors(setShown), [])
  useLayoutEffect(() => {
    if (shown && bubble.current) place(bubble.current, shown.anchor)
  }, [shown])
  if (!shown) return null
  return createPortal(
    <div
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      data-tooltip-text=""
      className="inset-auto m-0 max-w-72 rounded-lg border border-line bg-ink px-2.5 py-1.5 text-sm text-paper shadow-card wrap-anywhere"
    >
      {shown.text}
    </div>,
    // Elements outside of a modal dialog cannot be pointed at.
    shown.anchor.closest('dialog') ?? document.body,
  )
}

/** Returns how to stop. */
function followAnchors(show: (shown: Shown | undefined) => void): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Has the focus of the keyboard, and its tooltip wherever the pointer shows no other. */
  let focused: HTMLElement | undefined
  const later = (shown: Shown | undefined, delay: number) => {
    clearTimeout(timer)
    // The dialog of the button may be gone by then, as the one that stood while the code of a form was loaded.
    timer = setTimeout(() => show(shown?.anchor.isConnected ? shown : undefined), delay)
  }
  const hide = () => {
    clearTimeout(timer)
    focused = undefined
    show(undefined)
  }
  const showFocused = (delay: number) => later(focused && describe(focused), delay)
  const listen = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, handle, { capture: true, passive: true, signal: stop.signal })

  listen('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse' || !(target instanceof Element)) return
    const anchor = target.closest<HTMLElement>('[data-tooltip]')
    if (anchor) later(describe(anchor), SHOW_MS)
    else if (target.closest('[data-tooltip-text]')) clearTimeout(timer)
    else showFocused(HIDE_MS)
  })
  listen('focusin', ({ target }) => {
    const isAnchor = target instanceof HTMLElement && 'tooltip' in target.dataset && target.matches(':focus-visible')
    focused = isAnchor ? target : undefined
    showFocused(0)
  })
  listen('focusout', () => {
    focused = undefined
    showFocused(0)
  })
  listen('keydown', ({ key }) => key === 'Escape' && hide())
  listen('pointerdown', hide)
  listen('click', hide)
  // Tab scrolls to a control out of view, whose tooltip has to move along.
  listen('scroll', () => (focused ? showFocused(0) : hide()))
  return () => {
    stop.abort()
    hide()
  }
}

/** Undefined for a button that shows the text itself, as some do on wide screens. */
function describe(anchor: HTMLElement): Shown | undefined {
  const text = anchor.dataset.tooltip!
  const isShown = [...anchor.querySelectorAll('span')].some(
    (span) => span.offsetWidth > 1 && span.textContent.trim() === text,
  )
  return isShown ? undefined : { anchor, text }
}

/** Places the tooltip below its button, or above it if the window has no room below. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  // Its dialog may have gone since.
  if (!bubble.isConnected) return
  bubble.showPopover()
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const size = bubble.getBoundingClientRect()
  const most = document.documentElement.clientWidth - size.width - GAP
  const isBelow = bottom + GAP + size.height <= window.innerHeight
  bubble.style.left = `${Math.max(GAP, Math.min(left + (width - size.width) / 2, most))}px`
  bubble.style.top = `${isBelow ? bottom + GAP : top - GAP - size.height}px`
}
