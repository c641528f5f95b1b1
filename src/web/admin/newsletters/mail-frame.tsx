import { useEffect, useRef, useState } from 'react'
import { trustedHtml } from '../../lib/trusted-html.ts'
import { disableActiveContent } from '../editor/rich/parse-html-fragment.ts'

type MailFrameProps = {
  html: string
  /** The width of the mail program in pixels; shown smaller where there is less space. */
  width: number
  isDark: boolean
  /** Scrolls instead of shrinking. */
  isFullSize?: boolean
}

/** The height of the frame on the screen. */
const HEIGHT = 640

/**
 * A mail without scripts, forms and navigation. The content security policy of the admin blocks inline styles in the
 * frame too, so they are applied through the object model, which also chooses between light and dark colours.
 */
export function MailFrame({ html, width, isDark, isFullSize = false }: MailFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [space, setSpace] = useState(width)
  const scale = isFullSize ? 1 : Math.min(1, space / width)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSpace(entry!.contentRect.width))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = frame.current!
    let request = 0
    const style = () => applyStyles(element, html, isDark)
    // A parsed mail is styled before its pictures are there; without scripts the frame cannot say when.
    const watch = () => {
      if (element.contentDocument?.readyState === 'interactive') style()
      else request = requestAnimationFrame(watch)
    }
    const finish = () => {
      cancelAnimationFrame(request)
      style()
    }
    element.addEventListener('load', finish)
    element.srcdoc = trustedHtml(inertMail(html))
    request = requestAnimationFrame(watch)
    return () => {
      cancelAnimationFrame(request)
      element.removeEventListener('load', finish)
    }
  }, [html, isDark])
  return (
    <div
      ref={place}
      className={`rounded-lg border border-line bg-paper ${isFullSize ? 'overflow-x-auto' : 'overflow-hidden'}`}
      style={{ height: HEIGHT }}
    >
      <iframe
        ref={frame}
        title="The newsletter"
        sandbox="allow-same-origin"
        className="block border-0"
        style={{
          width,
          height: HEIGHT / scale,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          marginLeft: Math.max(0, (space - width * scale) / 2),
        }}
      />
    </div>
  )
}

/** Links do not lead anywhere: the frame may neither navigate nor open windows. */
function inertMail(html: string): string {
  return disableActiveContent(html).replace(/<head(\s[^>]*)?>/i, (head) => `${head}<base target="_blank">`)
}

function applyStyles(frame: HTMLIFrameElement, html: string, isDark: boolean): void {
  const { contentDocument: document, contentWindow } = frame
  if (!document || !contentWindow) return
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  const Sheet = (contentWindow as Window & typeof globalThis).CSSStyleSheet
  const sheet = new Sheet()
  // The mail declares both schemes, between which its controls and canvas would choose by the owner's system.
  const scheme = `:root{color-scheme:${isDark ? 'dark' : 'light'}!important}`
  const rules = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)]
  sheet.replaceSync([scheme, ...rules.map(([, text]) => withScheme(text ?? '', isDark))].join('\n'))
  document.adoptedStyleSheets = [sheet]
}

/** Replaces the condition on the reader's colour scheme with one that is always or never met. */
function withScheme(rules: string, isDark: boolean): string {
  return rules
    .replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi, isDark ? '(min-width: 0)' : '(max-width: 0)')
    .replace(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi, isDark ? '(max-width: 0)' : '(min-width: 0)')
}
