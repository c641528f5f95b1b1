import type { Logger } from 'pino'
import type { VariantMaker } from './image-variants.ts'

export type VariantWarming = {
  /** Makes the variants of a new image ahead of the first request; without effect before `open` and after `close`. */
  warm(key: string, widths: number[]): void
  open(): void
  close(): void
}

export function createVariantWarming({ variants, log }: { variants: VariantMaker; log: Logger }): VariantWarming {
  const closing = new AbortController()
  let isOpen = false
  return {
    warm(key, widths) {
      if (!isOpen) return
      warmVariants(variants, [{ key, widths }], closing.signal).catch((error: unknown) =>
        log.error({ err: error }, 'creating the widths of a new image failed'),
      )
    },
    open() {
      isOpen = true
    },
    close: () => closing.abort(),
  }
}

/** Makes the variants that pages show ahead of the first request, one by one; requested variants take precedence. */
export async function warmVariants(
  variants: VariantMaker,
  images: { key: string; widths: number[] }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { key, widths } of images) {
    for (const width of widths) {
      if (signal.aborted) return
      await variants.make(key, width, 'avif', { isBackground: true })
    }
  }
}
