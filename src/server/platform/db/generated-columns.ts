/** Filled by the database itself from other columns. */
export const generatedColumns: readonly string[] = ['search_words', 'search_text', 'search_tokens', 'search_folds']
