import { ClaimsHint } from '../kit/claims-hint.tsx'
import type { PostForm } from './post-form.ts'
import { textsNearProducts } from './texts-near-products.ts'
import { useSettled } from './use-settled.ts'

/** Names words of the text that present a product as a treatment. */
export function ClaimsNotice({ form }: { form: PostForm }) {
  const texts = useSettled(form, textsNearProducts)
  return <ClaimsHint texts={texts} className="border-t border-line px-4 py-2 md:px-8" />
}
