import { type RefObject, useEffect } from 'react'

/** The bars that stay in view: toasts stand above the lower ones, and a focused control is scrolled from under all of them. */
type BarHeight = '--bottom-bar' | '--upload-dock' | '--bar-height' | '--toolbar-height'

/** Publishes the height of the element of the ref on the page, in pixels; 0 while it scrolls with the page, as in a low window. */
export function useBarHeight(bar: RefObject<HTMLElement | null>, name: BarHeight): void {
  useEffect(() => {
    const { style } = document.documentElement
    const publish = () => {
      const element = bar.current
      const isBar = element && getComputedStyle(element).position !== 'static'
      style.setProperty(name, `${isBar ? element.offsetHeight : 0}px`)
    }
    const observer = new ResizeObserver(publish)
    if (bar.current) observer.observe(bar.current)
    window.addEventListener('resize', publish)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', publish)
      style.removeProperty(name)
    }
  }, [bar, name])
}
