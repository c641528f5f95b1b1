import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'

export type ToolTone = 'plain' | 'primary' | 'danger' | 'quiet'

const base =
  'inline-flex min-h-10 shrink-0 items-center justify-center gap-2 rounded-lg px-3.5 text-sm font-semibold whitespace-nowrap ' +
  'transition-colors aria-disabled:opacity-60'

const tones: Record<ToolTone, string> = {
  plain: 'border border-edge bg-white text-ink hover:border-accent-deep hover:bg-cream',
  primary: 'border border-accent-deep bg-accent-deep text-white hover:bg-accent-darker',
  danger: 'border border-alert-deep/50 bg-white text-alert-deep hover:bg-alert-deep hover:text-white',
  quiet: 'text-accent-darker hover:bg-cream',
}

export function toolClass(tone: ToolTone = 'plain'): string {
  return `${base} ${tones[tone]}`
}

type ToolButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ToolTone
  ref?: React.Ref<HTMLButtonElement>
}

/** A button of the admin, denser than the public site's. While `disabled` it ignores presses and keeps the focus. */
export function ToolButton({ tone, className = '', type = 'button', ...rest }: ToolButtonProps) {
  return <button {...keepingFocus(rest)} type={type} className={`${toolClass(tone)} ${className}`} />
}

/** A button that the browser disables loses the focus, and with it the keyboard its place. */
function keepingFocus<Props extends ButtonHTMLAttributes<HTMLButtonElement>>({ disabled, ...rest }: Props) {
  if (!disabled) return rest
  return { ...rest, 'aria-disabled': true, onClick: (event: MouseEvent<HTMLElement>) => event.preventDefault() }
}

/** A router link styled as a button. */
export function ToolLink({ tone, className = '', ...rest }: ComponentProps<typeof Link> & { tone?: ToolTone }) {
  return <Link {...rest} className={`${toolClass(tone)} ${className}`} />
}

/** A download link styled as a button. */
export function DownloadLink({
  tone,
  className = '',
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { tone?: ToolTone }) {
  return (
    <a download {...rest} className={`${toolClass(tone)} ${className}`}>
      {rest.children}
    </a>
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name and tooltip. */
  label: string
  danger?: boolean
  ref?: React.Ref<HTMLButtonElement>
  children: ReactNode
}

/** An icon button with a touch target of 40 px. While `disabled` it ignores presses and keeps the focus. */
export function IconButton({ label, danger, className = '', type = 'button', ...rest }: IconButtonProps) {
  const tone = danger
    ? 'text-alert-deep hover:bg-alert-deep hover:text-white'
    : 'text-ink-soft hover:bg-cream hover:text-ink'
  return (
    <button
      {...keepingFocus(rest)}
      type={type}
      aria-label={label}
      data-tooltip={label}
      className={`grid size-10 shrink-0 place-items-center rounded-lg transition-colors aria-disabled:opacity-50 ${tone} ${className}`}
    />
  )
}
