import { WelcomeInput } from './welcome-input.ts'

const KEY = 'dewlight:welcome'

/** Returns the values typed into the welcome before its tab was closed; empty where the browser stores nothing. */
export function readAnswers(): Partial<WelcomeInput> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const { palette, ...texts } = stored as Record<string, unknown>
    const known = Object.entries(texts).filter(
      ([key, value]) =>
        ['brand', 'tagline', 'email', 'timeZone', 'currency'].includes(key) && typeof value === 'string',
    )
    const chosen = WelcomeInput.shape.palette.safeParse(palette)
    return { ...Object.fromEntries(known), ...(chosen.success ? { palette: chosen.data } : {}) }
  } catch {
    return {}
  }
}

export function storeAnswers(answers: Partial<WelcomeInput>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers))
  } catch {
    // Without storage the input lasts as long as the page.
  }
}

export function clearAnswers(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
