/** The start of an element of a block whose text is the product's own, up to its attributes. */
const englishPart =
  / data-part="(?:checked|chips|more|pick|price|rating|shop-now|time)"|<div data-part="(?:pros|cons)"><p|<p data-part="for-whom"><strong|<(?:dt|summary)\b|<th scope="row"/g

/** Marks the texts of the product in the HTML of a block, which stands among the words of an owner who writes in another language. */
export function markEnglish(block: string): string {
  return block.replace(englishPart, '$& lang="en"')
}
