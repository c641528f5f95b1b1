import type { ButtonHTMLAttributes, ComponentProps } from 'react'
import { Link } from '../lib/router.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet'
type ButtonSize = 'small' | 'medium' | 'large'

type Look = { variant?: ButtonVariant; size?: ButtonSize }

const base = 'button'

const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-10 px-5 py-2 text-15',
  medium: 'min-h-12 px-7 py-2.5 text-15',
  large: 'button-large',
}

const quietSizes: Record<ButtonSize, string> = {
  small: 'min-h-8 text-15',
  medium: 'min-h-10 text-15',
  large: 'min-h-12 text-15',
}

/** Button classes for other elements, such as an affiliate link. */
function buttonClass({ variant = 'primary', size = 'medium' }: Look = {}): string {
  return `${base} ${variants[variant]} ${(variant === 'quiet' ? quietSizes : sizes)[size]}`
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look

export function Button({ variant, size, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`${buttonClass({ variant, size })} ${className}`} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & Look

/** A link styled as a button. */
export function ButtonLink({ variant, size, className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${buttonClass({ variant, size })} ${className}`} />
}
