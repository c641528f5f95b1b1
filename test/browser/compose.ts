import type { CDPSession, Page } from '@playwright/test'

/** A text as an input method composes it: what it shows after each key, and what it commits; null if it is cancelled. */
export type Composition = { shown: readonly string[]; committed: string | null }

/** Texts written with an input method, a dead key or a phone's keyboard. */
export const compositions = {
  'Japanese, kana to kanji': [{ shown: ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本'], committed: '日本' }],
  'Korean, jamo to syllables': [
    { shown: ['ㅎ', '하', '한'], committed: '한' },
    { shown: ['ㄱ', '그', '글'], committed: '글' },
  ],
  'Chinese, pinyin': [{ shown: ['n', 'ni', "ni'h", "ni'ha", "ni'hao"], committed: '你好' }],
  'a dead key': [{ shown: ['´'], committed: 'é' }],
  'Vietnamese, Telex': [{ shown: ['v', 'vi', 'vie', 'viê', 'viêt', 'việt'], committed: 'việt' }],
  'a Latin word on a phone': [{ shown: ['s', 'se', 'ser', 'seru', 'serum'], committed: 'serum' }],
  'a composition that is cancelled': [{ shown: ['n', 'に', 'にh'], committed: null }],
} satisfies Record<string, readonly Composition[]>

export const committedText = (parts: readonly Composition[]) => parts.map(({ committed }) => committed ?? '').join('')

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Types compositions where the cursor is; `afterKey` is called after each key. */
export async function compose(page: Page, parts: readonly Composition[], afterKey?: () => unknown): Promise<void> {
  const cdp = await sessionOf(page)
  const show = (text: string) => ({ text, selectionStart: text.length, selectionEnd: text.length })
  for (const { shown, committed } of parts) {
    for (const text of shown) {
      await Promise.all([...composingKey(cdp, 'Process'), cdp.send('Input.imeSetComposition', show(text))])
      await afterKey?.()
    }
    // Enter confirms and Escape cancels.
    await Promise.all([
      ...composingKey(cdp, committed === null ? 'Escape' : 'Enter'),
      committed === null
        ? cdp.send('Input.imeSetComposition', show(''))
        : cdp.send('Input.insertText', { text: committed }),
    ])
    await afterKey?.()
  }
}

/** WebKit sends the Enter that confirms a composition after the end of the composition. */
export async function pressLateEnter(page: Page): Promise<void> {
  await Promise.all(composingKey(await sessionOf(page), 'Enter'))
}

/** A key that the input method takes, which pages see with the key code 229. */
function composingKey(cdp: CDPSession, key: 'Process' | 'Enter' | 'Escape'): Promise<unknown>[] {
  const event = { key, code: key === 'Process' ? 'KeyN' : key, windowsVirtualKeyCode: 229 }
  return (['rawKeyDown', 'keyUp'] as const).map((type) => cdp.send('Input.dispatchKeyEvent', { type, ...event }))
}

/** Waits until the page knows where a click or a key has put the cursor. */
export async function cursorMoved(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}
