import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

type MenuProps = {
  /** Accessible name of the button: 'Actions for Gentle Foam'. */
  label: string
  /** Replaces the three dots. */
  trigger?: ReactNode
  children: ReactNode
}

/** A button that opens a list of actions. */
export function Menu({ label, trigger, children }: MenuProps) {
  return (
    // Not modal: Radix locks scrolling with an inline style that the content security policy blocks.
    <Root modal={false}>
      <Trigger
        aria-label={label}
        className="inline-flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-lg text-sm font-semibold text-ink-soft hover:bg-cream hover:text-ink data-[state=open]:bg-cream"
      >
        {trigger ?? <Ellipsis aria-hidden="true" className="size-5" />}
      </Trigger>
      <Portal>
        <Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-44 rounded-lg border border-line bg-white p-1 shadow-card"
        >
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

type MenuItemProps = { onSelect: () => void; danger?: boolean; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, danger, disabled, children }: MenuItemProps) {
  return (
    <Item
      onSelect={onSelect}
      disabled={disabled}
      className={`flex min-h-10 cursor-pointer items-center gap-2 rounded-md px-3 text-sm outline-none select-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-cream ${danger ? 'text-alert-deep' : 'text-ink'}`}
    >
      {children}
    </Item>
  )
}

export function MenuSeparator() {
  return <Separator className="my-1 h-px bg-line" />
}
