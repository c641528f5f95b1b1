import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { toolClass } from './tool-button.tsx'
import { useFold } from './use-fold.ts'

/**
 * The secondary buttons and links of a tab, on a phone behind one button. They stay mounted while they are hidden, so that
 * a dialog that one has opened returns the focus.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const { isOpen, area, id, button, close, onKeyDown } = useFold({ isOver: true })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and a choice within, both also possible by the button
    <div ref={area} onKeyDown={onKeyDown} className="relative has-[>div:empty]:hidden md:contents">
      <button {...button} data-tooltip="More" className={`${toolClass()} w-10 px-0! md:hidden`}>
        <Ellipsis aria-hidden="true" className="size-5" />
        <span className="sr-only">More</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the keys of the entries click */}
      <div
        id={id}
        onClick={close}
        className={`flex flex-wrap gap-2 max-md:absolute max-md:top-full max-md:right-0 max-md:z-30 max-md:mt-1 max-md:w-max max-md:max-w-[calc(100vw-2rem)] max-md:flex-col max-md:gap-1 max-md:rounded-lg max-md:border max-md:border-line max-md:bg-white max-md:p-1.5 max-md:shadow-card max-md:*:justify-start max-md:*:border-transparent ${isOpen ? '' : 'max-md:hidden'}`}
      >
        {children}
      </div>
    </div>
  )
}
