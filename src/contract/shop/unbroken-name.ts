/**
 * A name for a page, which does not end a line inside 'Vitamin C', 'SPF 30' or 'Retinol Cream 0.2%': a no-break space stands before
 * a single capital letter and before a number.
 */
export function unbrokenName(name: string): string {
  return name.replace(/(?<=\S) (?=(?:[A-Z]\d{0,2}|\d[\d.,]*[%+]*)(?![\p{L}\p{N}]))/gu, '\u00a0')
}
