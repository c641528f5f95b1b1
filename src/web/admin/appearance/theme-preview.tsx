import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppearanceInput, ThemeQuery } from '../../../contract/accounts/appearance.ts'
import { previewUrl } from '../../data/owner/appearance.ts'
import { useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { SelectField } from '../kit/form-fields.tsx'
import { ToggleButton } from '../kit/toggle-button.tsx'

const widths = [
  { width: 360, label: 'Phone' },
  { width: 768, label: 'Tablet' },
  { width: 1280, label: 'Desktop' },
]
const pages = [
  { path: '/', label: 'Home' },
  { path: '/blog', label: 'Blog' },
  { path: '/shop', label: 'Shop' },
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
]

/** Milliseconds without a change before the preview is loaded: a colour picker sends many. */
const PAUSE_MS = 250
/** The height of the preview on the screen. */
const HEIGHT = 640

/** A page of the site as the draft of the theme shows it, in the width of a device, made smaller to fit. */
export function ThemePreview({ theme }: { theme: AppearanceInput }) {
  const [path, setPath] = useState('/')
  const [width, setWidth] = useState(1280)
  const [isDark, setIsDark] = useState(false)
  const newest = useQuery(useQueries().posts({ limit: 1 })).data?.items[0]
  const scheme = theme.dark && isDark ? 'dark' : 'light'
  const { palette, type, accent, corners } = theme
  const address = useSettled(previewUrl(path, { palette, type, accent, corners, scheme } satisfies ThemeQuery))
  const shown = newest ? [...pages, { path: postHref(newest.slug), label: 'Newest post' }] : pages
  return (
    <section aria-label="Preview" className="rounded-card border border-line bg-white p-3">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SelectField
          optional={null}
          label="Page"
          isLabelHidden
          value={path}
          onChange={(event) => setPath(event.target.value)}
        >
          {shown.map((page) => (
            <option key={page.path} value={page.path}>
              {page.label}
            </option>
          ))}
        </SelectField>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Width of the preview</legend>
          {widths.map((choice) => (
            <ToggleButton key={choice.width} isOn={choice.width === width} onClick={() => setWidth(choice.width)}>
              {choice.label}
            </ToggleButton>
          ))}
        </fieldset>
        {theme.dark && (
          <ToggleButton isOn={isDark} onClick={() => setIsDark(!isDark)}>
            Dark
          </ToggleButton>
        )}
      </div>
      <ScaledFrame address={address} width={width} />
    </section>
  )
}

/** Without scripts and forms; its links lead to previews of their pages. */
function ScaledFrame({ address, width }: { address: string; width: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver((entries) => {
      for (const { contentRect } of entries) setSpace(contentRect.width)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const scale = space === 0 ? 1 : Math.min(1, space / width)
  return (
    <div ref={place} className="overflow-hidden rounded-lg border border-line bg-paper" style={{ height: HEIGHT }}>
      {space > 0 && (
        <iframe
          title="The page in this appearance"
          src={address}
          sandbox="allow-same-origin"
          className="mx-auto block border-0"
          style={{
            width,
            height: HEIGHT / scale,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
            marginLeft: Math.max(0, (space - width * scale) / 2),
          }}
        />
      )}
    </div>
  )
}

/** The value, once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
