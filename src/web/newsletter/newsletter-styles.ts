import type { CSSProperties } from 'react'

/** The sizes of headings, in pixels. */
export const sizes: Record<string, [size: number, line: number, top: number]> = {
  h2: [24, 32, 28],
  h3: [19, 26, 22],
  h4: [17, 24, 20],
}

export const rule: CSSProperties = { borderWidth: '1px 0 0', borderStyle: 'solid', margin: '28px 0' }

/** Returns the space below paragraphs and lists. */
export function spaceBelow(isCompact: boolean): string {
  return isCompact ? '8px' : '18px'
}

export function text(fontFamily: string, isCompact: boolean): CSSProperties {
  return isCompact
    ? { fontFamily, fontSize: '15px', lineHeight: '22px' }
    : { fontFamily, fontSize: '16px', lineHeight: '26px' }
}

export function caption(fontFamily: string): CSSProperties {
  return { fontFamily, fontSize: '13px', lineHeight: '19px' }
}

export function cell(fontFamily: string): CSSProperties {
  return {
    fontFamily,
    fontSize: '14px',
    lineHeight: '20px',
    textAlign: 'left',
    verticalAlign: 'top',
    padding: '8px 8px 8px 0',
    borderWidth: '0 0 1px',
    borderStyle: 'solid',
    wordBreak: 'break-word',
  }
}
