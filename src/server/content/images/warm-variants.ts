import type { VariantMaker } from './image-variants.ts'

/** Makes the widths that pages show before a reader asks, one after the other; what a reader asks for goes first. */
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
