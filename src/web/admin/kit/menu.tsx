import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu'
import { Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, use, useRef } from 'react'

type MenuProps = {
  /** Accessible name of the button: 'Actions for Gentle Foam'. */
  label: string
  /** Replaces the three dots. */
  trigger?: ReactNode
  children: ReactNode
}

/** Runs the action of a chosen item. */
const SelectContext = createContext((action: () => void) => action())

/** A button that opens a list of actions. */
export function Menu({ label, trigger, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isChosen = useRef(false)
  // Before the action, so that it may move the focus on and a dialog returns it to the button. Radix focuses the button
  // later, which takes the focus from what the action gave it to.
  const select = (action: () => void) => {
    isChosen.current = true
    button.current?.focus()
    action()
  }
  return (
    // Not modal: Radix locks scrolling with an inline style that the content security policy blocks.
    <Root modal={false}>
      <Trigger
        ref={button}
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
          onCloseAutoFocus={(event) => {
            if (isChosen.current) event.preventDefault()
            isChosen.current = false
          }}
          className="z-40 min-w-44 rounded-lg border border-line bg-white p-1 shadow-card"
        >
          <SelectContext value={select}>{children}</SelectContext>
        </Content>
      </Portal>
    </Root>
  )
}

type MenuItemProps = { onSelect: () => void; danger?: boolean; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, danger, disabled, children }: MenuItemProps) {
  const select = use(SelectContext)
  return (
    <Item
      onSelect={() => select(onSelect)}
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
