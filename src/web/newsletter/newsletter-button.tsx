import { Button } from '@react-email/button'
import type { ReactNode } from 'react'
import { paint, useNewsletterPlace } from './newsletter-look.tsx'

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
  const { look } = useNewsletterPlace()
  const colours = isQuiet
    ? ({ text: 'accentDeep', border: 'accentDeep' } as const)
    : ({ text: 'white', surface: 'accentDeep', border: 'accentDeep' } as const)
  return (
    <Button
      href={href}
      aria-label={label}
      rel={rel}
      {...paint(look, colours, {
        fontFamily: look.sans,
        fontSize: isSmall ? '14px' : '16px',
        fontWeight: 600,
        padding: isSmall ? '10px 14px' : '14px 24px',
        borderWidth: '1px',
        borderStyle: 'solid',
        borderRadius: `${look.radius}px`,
      })}
    >
      {children}
    </Button>
  )
}
