/** Two characters that differ wherever one character differs or two neighbours are swapped, so that a sub-id of somebody else is not read as a code. */
export function checkCharacters(text: string): string {
  let sum = 7
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 676
  return String.fromCharCode(97 + Math.floor(sum / 26), 97 + (sum % 26))
}
