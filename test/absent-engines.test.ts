import { expect, test } from 'vitest'
import { EngineAbsent } from './engines/driver.ts'
import { startFirefox } from './engines/firefox.ts'
import { startWebKit } from './engines/webkit.ts'

const nowhere = '/nowhere/at/all'
const node = process.execPath

test.each([
  [() => startFirefox([nowhere]), 'Firefox is not installed (Debian: firefox-esr).'],
  [
    () => startWebKit({ driver: node, browsers: nowhere, display: node }),
    'WebKitGTK is not installed (Debian: webkit2gtk-driver).',
  ],
  [
    () => startWebKit({ driver: nowhere, browsers: node, display: node }),
    'WebKitGTK is not installed (Debian: webkit2gtk-driver).',
  ],
  [
    () => startWebKit({ driver: node, browsers: node, display: nowhere }),
    'WebKitGTK needs a display, and Xvfb is not installed (Debian: xvfb).',
  ],
])('an engine that is absent is named in one sentence', async (start, sentence) => {
  await expect(start()).rejects.toThrow(new EngineAbsent(sentence))
})
