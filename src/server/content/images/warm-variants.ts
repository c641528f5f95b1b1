import type { VariantMaker } from './image-variants.ts'

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
