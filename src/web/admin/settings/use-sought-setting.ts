import { type RefObject, useEffect } from 'react'
import { useRouter } from '../../lib/router.tsx'

/** Focuses the setting that the query of the address names by its label, once the page shows it, and takes it from the address. */
export function useSoughtSetting(page: RefObject<HTMLElement | null>): void {
  const { pathname, query, navigate } = useRouter()
  const sought = query.get('setting')
  useEffect(() => {
    const place = page.current
    if (!sought || !place) return
    const show = () => {
      const setting = findSetting(place, sought)
      if (!setting) return false
      setting.focus()
      setting.scrollIntoView({ block: 'center' })
      navigate(pathname, { replace: true, stay: true })
      return true
    }
    if (show()) return
    const observer = new MutationObserver(() => show() && observer.disconnect())
    observer.observe(place, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [page, sought, pathname, navigate])
}

/** The control with a label, or the heading with these words. */
function findSetting(place: HTMLElement, label: string): HTMLElement | undefined {
  const named = [...place.querySelectorAll<HTMLElement>('label, legend, h3, h4')]
  const found = named.find((each) => each.textContent?.trim() === label)
  const control = found instanceof HTMLLabelElement ? found.control : undefined
  if (found && !control) found.tabIndex = -1
  return control ?? found
}
