import type { ReactNode } from 'react'
import { paint, useNewsletterPlace } from './newsletter-theme.tsx'

type NewsletterButtonProps = {
  href: string
  label?: string | undefined
  rel?: string | undefined
  isSmall?: boolean
  isQuiet?: boolean
  children: ReactNode
}

/** A link with padding that Outlook shows too. */
export function NewsletterButton({
  href,
  label,
  rel,
  isSmall = false,
  isQuiet = false,
  children,
}: NewsletterButtonProps) {
  const { theme } = useNewsletterPlace()
  const colours = isQuiet
    ? ({ text: 'accentDeep', border: 'accentDeep' } as const)
    : ({ text: 'white', surface: 'accentDeep', border: 'accentDeep' } as const)
  const [block, inline] = isSmall ? [10, 14] : [14, 24]
  const { className, style } = paint(theme, colours, {
    fontFamily: theme.sans,
    fontSize: isSmall ? '14px' : '16px',
    fontWeight: 600,
    padding: `${block}px ${inline}px`,
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: `${theme.radius}px`,
  })
  const paddings = { paddingTop: block, paddingRight: inline, paddingBottom: block, paddingLeft: inline }
  const [spaces, width] = outlookSpaces(inline)
  return (
    <a
      href={href}
      aria-label={label}
      rel={rel}
      className={className}
      style={{
        lineHeight: '100%',
        textDecoration: 'none',
        display: 'inline-block',
        maxWidth: '100%',
        ...MSO_PADDING,
        ...style,
        ...paddings,
      }}
      target="_blank"
    >
      <ForOutlook>{`<i style="mso-font-width:${width}%;mso-text-raise:${inPoints(2 * block)}" hidden>${spaces}</i>`}</ForOutlook>
      <span
        style={{
          maxWidth: '100%',
          display: 'inline-block',
          lineHeight: '120%',
          ...MSO_PADDING,
          ...{ msoTextRaise: inPoints(block) },
        }}
      >
        {children}
      </span>
      <ForOutlook>{`<i style="mso-font-width:${width}%" hidden>${spaces}&#8203;</i>`}</ForOutlook>
    </a>
  )
}

/** Outlook's own padding of a link, which counts besides the spaces below. */
const MSO_PADDING = { msoPaddingAlt: '0px' }

const inPoints = (pixels: number) => (pixels * 3) / 4

/** Outlook ignores the padding of a link: hair spaces of a stretched font, at most five times as wide, stand in its place. */
function outlookSpaces(pixels: number): [spaces: string, widthInPercent: number] {
  const count = Math.ceil(pixels / 10)
  return ['&#8202;'.repeat(count), (pixels / count / 2) * 100]
}

/** Markup that Outlook for Windows alone reads. */
function ForOutlook({ children }: { children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers alone
  return <span dangerouslySetInnerHTML={{ __html: `<!--[if mso]>${children}<![endif]-->` }} />
}
