/** Milliseconds after which a transition goes on with what is there. */
const MAX_WAIT_MS = 500

let named: HTMLElement | undefined

/**
 * Names the picture of the card that a link stands in, so that it grows into the cover of the post (`article.css` names that
 * one). Returns false, and names nothing, if the link stands in no card, if the page is itself a post, if the browser has no view
 * transitions, or if the reader prefers reduced motion.
 */
export function nameCover(link: Element): boolean {
  named?.style.removeProperty('view-transition-name')
  named = link.closest('.story')?.querySelector<HTMLElement>('.frame') ?? undefined
  if (!named || !('startViewTransition' in document)) return false
  // Two elements of one name would end the transition with an error.
  if (document.querySelector('.post-cover')) return false
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  named.style.setProperty('view-transition-name', 'cover')
  return true
}

/** Runs `change` between the pictures of the old page and the new one; it gets a function to call when the new one is there. */
export function withTransition(change: (onShown: () => void) => void): void {
  const transition = document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, MAX_WAIT_MS)
        change(resolve)
      }),
  )
  // They reject where the browser skips the transition, as in a hidden tab; the page is there all the same.
  const ignore = () => {}
  transition.ready.catch(ignore)
  transition.finished.catch(ignore)
  transition.updateCallbackDone.catch(ignore)
}
