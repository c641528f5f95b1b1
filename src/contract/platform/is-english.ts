/** Whether texts of a language (BCP 47; absent is English) need no mark among those of the product. */
export function isEnglish(language: string | undefined): language is undefined {
  return language === undefined || /^en\b/.test(language)
}
